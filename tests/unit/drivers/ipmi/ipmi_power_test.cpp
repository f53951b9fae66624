#include "drivers/ipmi/ipmi_power.hpp"

#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

step_outcome order_power(ipmi_fixture& bmc, const std::string& target, int timeout = 60) {
  return bmc.run("power", "set_power_state", {{"target", target}, {"timeout", timeout}});
}

/// The machine's readings fail after that command.
void fail_readings_after(ipmi_fixture& bmc, const std::string& command, const std::string& fault) {
  bmc.set("fault_after", command);
  bmc.set("fault_of", "power status");
  bmc.set("fault", fault);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(power_of_ipmi)

BOOST_AUTO_TEST_CASE(failing_readings_after_a_command_are_repeated) {
  for (const auto* text :
       {"Get Chassis Power Status failed: Node busy",
        "Get Chassis Power Status failed: Command not supported in present state",
        "> RAKP 2 HMAC is invalid", "RAKP 2 message indicates an error : unknown",
        "Get Chassis Power Status failed: Invalid command"})
    for (const auto* target : {"power on", "rebooting"}) BOOST_TEST_CONTEXT(text) {
        ipmi_fixture bmc;
        fail_readings_after(bmc, "power on", "2\n" + std::string{text});
        const auto end = order_power(bmc, target);
        BOOST_TEST(to_string(end.status) == "done", end.reason);
        BOOST_TEST((end.observed.power_state == power_state::on));
        BOOST_TEST(bmc.get("power") == "on");
      }
}

BOOST_AUTO_TEST_CASE(an_end_that_is_never_shown_is_unknown) {
  ipmi_fixture bmc;
  bmc.set("stuck", "yes");
  const auto stuck = order_power(bmc, "power on", 0);
  BOOST_TEST(to_string(stuck.status) == "failed");
  BOOST_TEST(stuck.power_unknown);
  BOOST_TEST((stuck.observed.power_state == power_state::off));
  ipmi_fixture deaf;
  fail_readings_after(deaf, "power on", "99\nfailed: Command not supported in present state");
  const auto end = order_power(deaf, "power on", 0);
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(end.power_unknown);
  BOOST_TEST(!end.observed.power_state.has_value());
  BOOST_TEST(holds(end.reason, "Command not supported in present state"), end.reason);
}

BOOST_AUTO_TEST_CASE(rejected_credentials_are_not_repeated_until_the_deadline) {
  ipmi_fixture bmc;
  fail_readings_after(bmc, "power on", "99\n> RAKP 2 HMAC is invalid");
  const auto end = order_power(bmc, "power on");
  BOOST_TEST(end.power_unknown);
  BOOST_TEST(bmc.commands().size() == 5U);  // status, on, and three readings
}

BOOST_AUTO_TEST_CASE(a_refusal_without_effect_is_final) {
  ipmi_fixture bmc;
  bmc.set("fault_of", "power on");
  bmc.set("fault", "99\nSet Chassis Power Control failed: Insufficient privilege level");
  const auto end = order_power(bmc, "power on");
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(!end.power_unknown);
  BOOST_TEST(bmc.commands().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_command_is_repeated_that_the_state_did_not_allow) {
  ipmi_fixture bmc;
  bmc.set("fault_of", "power on");
  bmc.set("fault", "2\nSet Chassis Power Control failed: Command not supported in present state");
  const auto end = order_power(bmc, "power on");
  BOOST_TEST(to_string(end.status) == "done", end.reason);
  BOOST_TEST(bmc.get("power") == "on");
}

BOOST_AUTO_TEST_CASE(one_reading_does_not_decide_that_nothing_is_to_be_done) {
  ipmi_fixture bmc;
  bmc.set("power", "on");
  order_power(bmc, "power on");
  BOOST_TEST(bmc.commands().size() == 2U);
  BOOST_TEST(
      bmc.recover(bmc.request("power", "set_power_state", {{"target", "power on"}})).has_value());
  BOOST_TEST(bmc.commands().size() == 4U);
}

BOOST_AUTO_TEST_SUITE_END()
