#include "drivers/redfish/redfish_order.hpp"

#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using simulator::machine_power;

namespace {

std::string order_refusal_of(const step_outcome& end) {
  BOOST_TEST((end.status == step_status::failed), end.reason);
  return end.reason;
}

http_result answered(unsigned status, std::string body) {
  http_response out;
  out.status = status;
  out.body = std::move(body);
  return out;
}

bool is_reset(const http_request& request) {
  return request.method == http_method::post && holds(request.target, "Reset");
}

bool reads_system(const http_request& request) {
  return request.method == http_method::get && holds(request.target, "/Systems/");
}

std::string message(const std::string& id) {
  return R"({"error": {"@Message.ExtendedInfo": [{"MessageId": ")" + id +
         R"(", "Message": "Wait."}]}})";
}

/// What BMCs answer for seconds after a reset.
std::vector<http_result> passing_answers() {
  return {answered(500, message("IDRAC.2.8.SYS446")),
          answered(404, "<html>Not found</html>"),
          answered(400, message("iLO.2.14.ResourceNotReadyRetry")),
          answered(400, ""),
          answered(500, message("Base.1.12.InternalError")),
          answered(200, "<html>Restarting</html>"),
          answered(200, ""),
          http_fail(http_error::broken_off, "The connection to the BMC was lost.")};
}

/// The reset is executed as the BMC answers it with `said`. The next readings get `then`.
void shake(redfish_fixture& x, std::optional<http_result> said, std::optional<http_result> then) {
  x.link.instead = [&x, said, then,
                    left = 0U](const http_request& request) mutable -> std::optional<http_result> {
    if (is_reset(request)) {
      left = 5;
      if (!said) return {};
      const auto type = parse_json(request.body).value().value("ResetType", "");
      x.link.bmc.with_machine([&](auto& machine) { return machine.reset(type); });
      return said;
    }
    if (!then || left == 0 || !reads_system(request)) return {};
    --left;
    return then;
  };
}

/// Resets are answered so and not executed.
void answer_resets(redfish_fixture& x, const http_result& said) {
  x.link.instead = [said](const http_request& request) -> std::optional<http_result> {
    return is_reset(request) ? std::optional{said} : std::nullopt;
  };
}

/// The first reading of the system shows that power state.
void show_stale(redfish_fixture& x, const std::string& state) {
  x.link.instead =
      [state, shown = false](const http_request& request) mutable -> std::optional<http_result> {
    if (shown || !reads_system(request)) return {};
    shown = true;
    return answered(200, R"({"PowerState": ")" + state + R"("})");
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_orders)

BOOST_AUTO_TEST_CASE(faults_decide_before_the_status) {
  const auto kind = [](redfish_fault fault, unsigned status) {
    return redfish_order_answer(redfish_error{fault, status, {}, {}}).kind;
  };
  BOOST_TEST((kind(redfish_fault::not_called, 0) == answer_kind::refused));
  BOOST_TEST((kind(redfish_fault::untrusted, 0) == answer_kind::refused));
  BOOST_TEST((kind(redfish_fault::access, 401) == answer_kind::refused));
  BOOST_TEST((kind(redfish_fault::silent, 0) == answer_kind::unknown));
  BOOST_TEST((kind(redfish_fault::unreadable, 200) == answer_kind::unknown));
  BOOST_TEST((kind(redfish_fault::refused, 0) == answer_kind::not_sent));
  BOOST_TEST((kind(redfish_fault::missing, 0) == answer_kind::transient));
  BOOST_TEST((kind(redfish_fault::broken, 500) == answer_kind::unknown));
  const auto unsent = redfish_unsent_order({redfish_fault::broken, 500, "no", {}});
  BOOST_TEST((unsent.kind == answer_kind::transient));
  const auto denied = redfish_unread({redfish_fault::access, 401, "no", {}});
  BOOST_TEST((denied.shows == machine_sight::denied));
}

BOOST_AUTO_TEST_CASE(a_recovery_does_not_trust_one_reading) {
  redfish_fixture x;
  show_stale(x, "On");
  BOOST_TEST(!x.recover(x.request("power", "set_power_state", {{"target", "power on"}})));
}

BOOST_AUTO_TEST_CASE(failing_readings_after_a_reset_are_repeated) {
  for (const auto& passing : passing_answers()) {
    redfish_fixture x;
    shake(x, std::nullopt, passing);
    const auto end = x.power("power on");
    BOOST_TEST((end.observed.power_state == power_state::on));
    BOOST_TEST((x.machine_power() == machine_power::powered_on));
    BOOST_TEST(x.link.count("Reset") == 1U);
  }
}

/// A worker that was killed, or an operator, has just reset the machine.
BOOST_AUTO_TEST_CASE(failing_readings_before_an_order_are_repeated) {
  for (const auto& passing : passing_answers())
    for (const auto& [interface, step, args] :
         {std::tuple{"power", "set_power_state", json{{"target", "power on"}}},
          std::tuple{"management", "set_boot_device", json{{"device", "pxe"}}}}) {
      redfish_fixture x;
      auto patient = x.options;
      patient.system_read_timeout = std::chrono::minutes{1};
      x.use(std::move(patient));
      x.link.instead =
          [passing, left = 4](const http_request& request) mutable -> std::optional<http_result> {
        if (left == 0 || !reads_system(request)) return {};
        --left;
        return passing;
      };
      x.done(interface, step, args);
    }
}

BOOST_AUTO_TEST_CASE(a_system_that_keeps_failing_ends_the_step_with_the_words_of_the_bmc) {
  redfish_fixture x;
  x.answer_instead("/Systems/System.Embedded.1", 500, message("Base.1.12.InternalError"));
  const auto end = x.run("power", "set_power_state", {{"target", "power on"}});
  BOOST_TEST(holds(order_refusal_of(end), "InternalError: Wait."));
  BOOST_TEST(!end.power_unknown);
  BOOST_TEST(x.link.count("Reset") == 0U);
}

BOOST_AUTO_TEST_CASE(the_machine_decides_and_not_the_answer_to_the_reset) {
  for (const auto& passing : passing_answers()) {
    redfish_fixture x;
    shake(x, passing, passing);
    x.power("power on");
    BOOST_TEST((x.machine_power() == machine_power::powered_on));
    x.power("rebooting");
    BOOST_TEST((x.machine_power() == machine_power::powered_on));
    BOOST_TEST(x.link.bodies("ForceOff") >= 1U);
  }
}

BOOST_AUTO_TEST_CASE(an_end_that_was_never_shown_is_unknown) {
  for (const auto status : {204U, 500U, 404U, 400U}) {
    redfish_fixture x;
    answer_resets(x, answered(status, message("IDRAC.2.8.SYS446")));
    const auto end = x.run("power", "set_power_state", {{"target", "power on"}, {"timeout", 0}});
    BOOST_TEST(holds(order_refusal_of(end),
                     "did not reach 'power on' in time. It still reports 'power off'"));
    BOOST_TEST(holds(end.reason, "IDRAC.2.8.SYS446") == (status >= 400U));
    BOOST_TEST(end.power_unknown);
    BOOST_TEST((end.observed.power_state == power_state::off));
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_end_names_the_last_failure) {
  redfish_fixture x;
  x.link.instead = [sent =
                        false](const http_request& request) mutable -> std::optional<http_result> {
    if (sent) return answered(404, message("iLO.2.14.ResourceMissing"));
    sent = is_reset(request);
    return {};
  };
  const auto end = x.run("power", "set_power_state", {{"target", "power on"}, {"timeout", 0}});
  BOOST_TEST(holds(order_refusal_of(end), "It reported no state. The last reading failed: "));
  BOOST_TEST(holds(end.reason, "iLO.2.14.ResourceMissing"));
  BOOST_TEST(end.power_unknown);
  BOOST_TEST(!end.observed.power_state.has_value());
}

BOOST_AUTO_TEST_CASE(a_refusal_without_effect_is_final) {
  const std::vector<http_result> refusals{
      answered(400, message("Base.1.8.ActionParameterValueNotInList")),
      answered(403, message("Base.1.8.InsufficientPrivilege"))};
  for (const auto& refusal : refusals) {
    redfish_fixture x;
    answer_resets(x, refusal);
    const auto end = x.run("power", "set_power_state", {{"target", "power on"}});
    BOOST_TEST(holds(order_refusal_of(end), "Wait."));
    BOOST_TEST(!end.power_unknown);
    BOOST_TEST(x.link.count("Reset") == 1U);
  }
}

/// It would be powered on only, and keep its old state.
BOOST_AUTO_TEST_CASE(a_reboot_does_not_trust_one_reading) {
  redfish_fixture x;
  x.power("power on");
  show_stale(x, "Off");
  x.power("rebooting");
  BOOST_TEST(x.link.bodies("ForceOff") == 1U);
}

BOOST_AUTO_TEST_CASE(a_restart_that_was_not_shown_is_unknown) {
  redfish_fixture x;
  x.power("power on");
  x.settle();
  answer_resets(x, answered(500, message("Base.1.12.InternalError")));
  const auto end =
      x.run("power", "set_power_state", {{"target", "soft rebooting"}, {"timeout", 0}});
  BOOST_TEST(holds(order_refusal_of(end), "InternalError"));
  BOOST_TEST(end.power_unknown);
  BOOST_TEST((end.observed.power_state == power_state::on));
  BOOST_TEST(x.link.bodies("GracefulRestart") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
