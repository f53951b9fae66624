#include "bmc_fixture.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(simulated_power)

const std::string reset = "/Actions/ComputerSystem.Reset";

BOOST_AUTO_TEST_CASE(power_changes_and_post_take_time) {
  bmc_fixture one;
  BOOST_TEST(one.get(one.system())["PowerState"] == "Off");
  BOOST_TEST(one.post(one.system(reset), {{"ResetType", "On"}}).status == 204U);
  BOOST_TEST(one.get(one.system())["PowerState"] == "PoweringOn");
  one.pass(2s);
  BOOST_TEST(one.get(one.system())["PowerState"] == "On");
  BOOST_TEST(one.bmc.state()["in_post"] == true);
  one.pass(20s);
  BOOST_TEST(one.bmc.state()["in_post"] == false);
  BOOST_TEST(one.get(one.system())["BootProgress"]["LastState"] == "OSRunning");
  BOOST_TEST(one.boots()["device"] == "Hdd");
}

BOOST_AUTO_TEST_CASE(machine_is_switched_off_by_force_or_shutdown) {
  for (const auto* type : {"ForceOff", "GracefulShutdown"}) {
    bmc_fixture one;
    one.boot();
    BOOST_TEST(one.post(one.system(reset), {{"ResetType", type}}).status == 204U);
    BOOST_TEST(one.get(one.system())["PowerState"] == "PoweringOff");
    one.pass(5s);
    BOOST_TEST(one.get(one.system())["PowerState"] == "Off");
  }
}

BOOST_AUTO_TEST_CASE(shutdown_without_system_has_no_effect) {
  bmc_fixture one;
  one.post(one.system(reset), {{"ResetType", "On"}});
  one.pass(3s);
  BOOST_TEST(one.post(one.system(reset), {{"ResetType", "GracefulShutdown"}}).status == 204U);
  one.pass(10s);
  BOOST_TEST(one.get(one.system())["PowerState"] == "On");
}

BOOST_AUTO_TEST_CASE(last_power_request_wins) {
  bmc_fixture one;
  one.post(one.system(reset), {{"ResetType", "On"}});
  one.post(one.system(reset), {{"ResetType", "ForceOff"}});
  one.pass(1min);
  BOOST_TEST(one.get(one.system())["PowerState"] == "Off");
}

BOOST_AUTO_TEST_CASE(current_state_can_be_rejected) {
  bmc_fixture dell;
  const auto refused = dell.post(dell.system(reset), {{"ResetType", "ForceOff"}});
  BOOST_TEST(refused.status == 409U);
  BOOST_TEST(message_of(refused) == "PSU501");
  bmc_fixture lenovo{"lenovo"};
  BOOST_TEST(lenovo.post(lenovo.system(reset), {{"ResetType", "ForceOff"}}).status == 204U);
}

BOOST_AUTO_TEST_CASE(power_on_soon_after_off_is_rejected_by_some_profiles) {
  bmc_fixture one;
  one.boot();
  one.post(one.system(reset), {{"ResetType", "ForceOff"}});
  one.pass(1s);
  const auto refused = one.post(one.system(reset), {{"ResetType", "On"}});
  BOOST_TEST(refused.status == 409U);
  BOOST_TEST(message_of(refused) == "ActionParameterValueConflict");
  one.pass(5s);
  BOOST_TEST(one.post(one.system(reset), {{"ResetType", "On"}}).status == 204U);
}

BOOST_AUTO_TEST_CASE(reset_types_follow_the_profile) {
  bmc_fixture one{"lenovo"};
  const auto refused = one.post(one.system(reset), {{"ResetType", "PushPowerButton"}});
  BOOST_TEST(refused.status == 400U);
  BOOST_TEST(message_of(refused) == "ActionParameterValueNotInList");
  BOOST_TEST(message_of(one.post(one.system(reset))) == "ActionParameterMissing");
  BOOST_TEST(message_of(one.post(one.system(reset), {{"ResetType", 1}})) ==
             "ActionParameterValueTypeError");
  BOOST_TEST(message_of(one.post(one.system(reset), {{"ResetType", "On"}, {"Delay", 1}})) ==
             "ActionParameterUnknown");
}

BOOST_AUTO_TEST_CASE(stuck_post_ends_with_power_off) {
  simulator::scenario plan;
  plan.faults.push_back({.kind = simulator::fault_kind::stuck_post,
                         .machine = {},
                         .profile = {},
                         .method = "POST",
                         .path = "*ComputerSystem.Reset",
                         .count = 1});
  bmc_fixture one{"openbmc", plan};
  one.boot();
  one.pass(1h);
  BOOST_TEST(one.bmc.state()["in_post"] == true);
  one.post(one.system(reset), {{"ResetType", "ForceOff"}});
  one.pass(1min);
  one.boot();
  BOOST_TEST(one.boots()["device"] == "Hdd");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
