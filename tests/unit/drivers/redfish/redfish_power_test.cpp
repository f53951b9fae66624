#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using simulator::fault_kind;
using simulator::machine_power;

namespace {

constexpr const char* reset_path = "*ComputerSystem.Reset";

std::string refusal_of(step_outcome end) {
  BOOST_TEST((end.status == step_status::failed), end.reason);
  return end.reason;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_power)

BOOST_AUTO_TEST_CASE(powers_machines_of_all_vendors_on_and_off) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      for (const auto* target : {"power on", "power off", "power on", "rebooting"}) {
        const auto end = x.power(target);
        const auto wanted = target == std::string{"power off"} ? power_state::off : power_state::on;
        BOOST_TEST((end.observed.power_state == wanted));
        BOOST_TEST((x.machine_power() == (wanted == power_state::on ? machine_power::powered_on
                                                                    : machine_power::powered_off)));
      }
    }
}

BOOST_AUTO_TEST_CASE(a_running_system_shuts_down_and_restarts_on_request) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      x.power("power on");
      x.settle();
      x.power("soft rebooting");
      x.settle();
      BOOST_TEST(x.link.count("POST /redfish") >= 2U);
      x.power("soft power off");
      BOOST_TEST((x.machine_power() == machine_power::powered_off));
    }
}

BOOST_AUTO_TEST_CASE(does_not_request_the_current_state) {
  redfish_fixture x;
  x.power("power off");
  BOOST_TEST(x.link.count("Reset") == 0U);
  x.power("power on");
  x.power("power on");
  BOOST_TEST(x.link.count("Reset") == 1U);
}

BOOST_AUTO_TEST_CASE(waits_for_power_off_before_power_on) {
  simulator::scenario slowly;
  slowly.times.power_off = 10s;
  redfish_fixture x{"hpe", slowly};
  x.power("power on");
  x.link.bmc.with_machine([](auto& machine) { return machine.reset("ForceOff"); });
  x.power("power on");
  BOOST_TEST((x.machine_power() == machine_power::powered_on));
}

BOOST_AUTO_TEST_CASE(retries_power_on_rejected_after_power_off) {
  redfish_fixture x{"dell"};
  x.link.pace = 500ms;
  x.power("power on");
  x.power("rebooting");
  BOOST_TEST(x.link.count("Reset 409") > 0U);
}

BOOST_AUTO_TEST_CASE(fails_after_the_configured_attempts) {
  redfish_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (request.method != http_method::post || !holds(request.target, "Reset")) return {};
    http_response out;
    out.status = 409;
    out.body = R"({"error": {"message": "not now"}})";
    return out;
  };
  const auto end = x.run("power", "set_power_state", {{"target", "power on"}});
  BOOST_TEST(holds(refusal_of(end), "not now"));
  BOOST_TEST(x.link.count("Reset 409") == 1U + x.options.power_on_conflict_retry_attempts);
}

/// Another client was faster.
BOOST_AUTO_TEST_CASE(ignores_a_rejection_of_the_reached_state) {
  for (const auto& profile : {"dell", "hpe"}) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      x.link.instead = [&x](const http_request& request) -> std::optional<http_result> {
        if (request.method == http_method::post && holds(request.target, "Reset"))
          x.link.bmc.with_machine([](auto& machine) { return machine.reset("On"); });
        return {};
      };
      x.power("power on");
      BOOST_TEST(x.link.count("Reset 4") == 1U);
    }
}

BOOST_AUTO_TEST_CASE(does_not_repeat_a_request_that_was_executed) {
  redfish_fixture x{"lenovo", with_fault(fault_kind::no_answer, reset_path, 1)};
  x.power("power on");
  BOOST_TEST(x.link.count("Reset") == 1U);
}

BOOST_AUTO_TEST_CASE(resets_a_machine_that_must_not_be_powered_off) {
  redfish_fixture x;
  x.power("power on");
  x.settle();
  x.node.disable_power_off = true;
  x.power("rebooting");
  BOOST_TEST(x.link.bodies("ForceRestart") == 1U);
  const auto end = x.run("power", "set_power_state", {{"target", "power off"}});
  BOOST_TEST(holds(refusal_of(end), "disable_power_off"));
}

BOOST_AUTO_TEST_CASE(fails_with_the_reported_state_after_the_timeout) {
  redfish_fixture x;
  x.power("power on");  // and is in its self-test, which ignores a soft request
  const auto end =
      x.run("power", "set_power_state", {{"target", "soft power off"}, {"timeout", 1}});
  BOOST_TEST(
      holds(refusal_of(end), "did not reach 'power off' in time. It still reports 'power on'"));
}

BOOST_AUTO_TEST_CASE(rejects_unsupported_reset_types_without_a_request) {
  redfish_fixture x{"ami"};
  x.power("power on");
  const auto end = x.run("management", "inject_nmi");
  BOOST_TEST(
      holds(refusal_of(end), "does not support the reset type Nmi; its BMC allows: On, ForceOff"));
  BOOST_TEST((end.why == error_code::invalid));
  BOOST_TEST(x.link.count("Reset") == 1U);
  redfish_fixture dell;
  dell.power("power on");
  dell.done("management", "inject_nmi");
}

BOOST_AUTO_TEST_CASE(rejects_an_unknown_target_and_names_the_known_ones) {
  redfish_fixture x;
  const auto end = x.run("power", "set_power_state", {{"target", "up"}});
  BOOST_TEST(holds(refusal_of(end), "'up' is not supported; allowed: power on, power off"));
}

BOOST_AUTO_TEST_CASE(the_power_sync_reads_the_state_or_fails_with_a_reason) {
  redfish_fixture x;
  BOOST_TEST((x.read_power().value().power == power_state::off));
  x.power("power on");
  BOOST_TEST((x.read_power().value().power == power_state::on));
  x.node.driver_info.edit()["redfish_password"] = "wrong";
  const auto found = x.read_power();
  BOOST_TEST_REQUIRE(!found.has_value());
  BOOST_TEST(holds(found.error().message, "driver_info.redfish_password"));
  x.node.driver_info = json::object();
  BOOST_TEST(holds(x.read_power().error().message, "lacks redfish_address"));
}

BOOST_AUTO_TEST_CASE(recovers_by_the_reported_power_state) {
  redfish_fixture x;
  const auto on = x.request("power", "set_power_state", {{"target", "power on"}});
  BOOST_TEST(!x.recover(on).has_value());
  x.power("power on");
  BOOST_TEST((x.recover(on).value().status == step_status::done));
  // It is unknown whether it restarted.
  BOOST_TEST(!x.recover(x.request("power", "set_power_state", {{"target", "rebooting"}})));
}

BOOST_AUTO_TEST_SUITE_END()
