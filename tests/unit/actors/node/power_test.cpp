#include "actors/node/power/power_sync_findings.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using names = std::vector<std::string>;

reply observe(node_fixture& n, std::optional<power_state> state, std::string error = {}) {
  return n.tell(observe_power{{test_uuid, state, std::move(error), {}}});
}

reply observe_health(node_fixture& n, std::string health) {
  return n.tell(observe_power{{test_uuid, n.now().attributes.power_state, {}, std::move(health)}});
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_power_change_shows_its_target_until_it_is_done) {
  auto n = manageable();
  n.power("power on");
  BOOST_TEST((n.now().attributes.target_power_state.value() == power_state::on));
  n.done();
  BOOST_TEST(!n.now().attributes.target_power_state);
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::on));
}

BOOST_AUTO_TEST_CASE(a_soft_power_off_gets_the_configured_time) {
  auto n = manageable();
  n.options.soft_power_off_timeout = std::chrono::minutes{3};
  for (const auto* target : {"soft power off", "soft rebooting"}) {
    n.power(target);
    BOOST_TEST(n.request().what.args == json({{"target", target}, {"timeout", 180}}));
    n.done();
  }
}

BOOST_AUTO_TEST_CASE(a_power_change_may_have_its_own_time_limit) {
  auto n = manageable();
  n.tell(set_power_state{"soft power off", 20});
  BOOST_TEST(n.request().what.args == json({{"target", "soft power off"}, {"timeout", 20}}));
}

BOOST_AUTO_TEST_CASE(other_changes_get_the_time_of_their_option) {
  auto n = manageable();
  n.options.power_state_change_timeout = std::chrono::minutes{2};
  n.power("power off");
  BOOST_TEST(n.request().what.args == json({{"target", "power off"}, {"timeout", 120}}));
}

BOOST_AUTO_TEST_CASE(a_failed_power_change_is_reported_and_keeps_the_state) {
  auto n = manageable();
  n.power("power off");
  n.answer(step_status::failed, "BMC is busy");
  BOOST_TEST(!n.now().attributes.target_power_state);
  BOOST_TEST(n.now().attributes.last_error->find("BMC is busy") != std::string::npos);
  n.power("power off");
  BOOST_TEST(!n.now().attributes.last_error);
}

BOOST_AUTO_TEST_CASE(a_power_change_waits_for_the_running_step) {
  auto n = manageable();
  n.order("inspect");
  n.power("power on");
  BOOST_TEST(n.asked() == names{"inspect.inspect_hardware"}, boost::test_tools::per_element());
  n.done();
  BOOST_TEST(n.asked() == names{"power.set_power_state"}, boost::test_tools::per_element());
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(the_last_queued_power_change_wins) {
  auto n = manageable();
  n.power("power on");
  n.power("rebooting");
  n.power("power off");
  n.run();
  BOOST_TEST(n.asked().size() == 2U);
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
}

BOOST_AUTO_TEST_CASE(power_does_not_change_while_cleaning) {
  auto n = manageable();
  n.order("provide");
  BOOST_TEST((n.power("power off").refused->code == error_code::invalid));
}

BOOST_AUTO_TEST_CASE(a_differing_machine_is_set_back_after_a_second_reading) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  observe(n, power_state::off);
  BOOST_TEST(!n.is_out());
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::on));
  observe(n, power_state::off);
  BOOST_TEST(n.asked() == names{"power.set_power_state"}, boost::test_tools::per_element());
  n.done();
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::on));
  BOOST_TEST(!n.now().power_differs);
}

BOOST_AUTO_TEST_CASE(a_stale_reading_moves_no_machine) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  for (int i = 0; i < 5; ++i) {
    observe(n, power_state::off);
    observe(n, power_state::on);
  }
  observe(n, power_state::off);
  n.power("power on");  // a reading before an order says nothing about the machine after it
  n.done();
  n.asked();
  observe(n, power_state::off);
  BOOST_TEST(!n.is_out());
  BOOST_TEST(n.asked().empty());
}

BOOST_AUTO_TEST_CASE(reading_the_sensors_keeps_the_difference) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  observe(n, power_state::off);
  n.client.clear();
  n.tell(call_driver{"management", "get_boot_device", json::object(), false});
  n.done();
  n.asked();
  observe(n, power_state::off);
  BOOST_TEST(n.asked() == names{"power.set_power_state"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_unreadable_machine_gets_a_fault_until_it_answers) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  for (uint32_t i = 0; i <= n.options.power_state_sync_max_retries; ++i)
    observe(n, std::nullopt, "connection refused");
  BOOST_TEST(n.now().attributes.maintenance);
  BOOST_TEST(n.now().attributes.fault.value() == "power failure");
  observe(n, power_state::on);
  BOOST_TEST(!n.now().attributes.maintenance);
  BOOST_TEST(!n.now().attributes.fault);
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::on));
}

BOOST_AUTO_TEST_CASE(an_unreachable_machine_is_asked_less_often) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  const auto fail_once = [&] {
    observe(n, std::nullopt, "connection refused");
    return power_sync_spacing(n.now(), n.options);
  };
  for (uint32_t i = 0; i <= n.options.power_state_sync_max_retries; ++i)
    BOOST_TEST(fail_once() == 1U);
  for (const auto expected : {2U, 4U, 8U, 8U}) BOOST_TEST(fail_once() == expected);
  const auto counted = n.now().power_sync_failures;
  fail_once();
  BOOST_TEST(n.now().power_sync_failures == counted);
  observe(n, power_state::on);
  BOOST_TEST(power_sync_spacing(n.now(), n.options) == 1U);
}

BOOST_AUTO_TEST_CASE(an_answer_resets_the_failures) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  for (uint32_t i = 0; i < 2 * n.options.power_state_sync_max_retries; ++i) {
    observe(n, std::nullopt, "connection refused");
    observe(n, power_state::on);
  }
  BOOST_TEST(!n.now().attributes.fault);
  BOOST_TEST(n.now().power_sync_failures == 0U);
}

BOOST_AUTO_TEST_CASE(a_health_change_is_recorded_and_emitted) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  const auto rows = [&] { return n.now().history_end; };
  const auto first = rows();
  observe_health(n, "OK");
  BOOST_TEST(n.now().attributes.health.value() == "OK");
  BOOST_TEST(rows() == first);  // healthy from the start: no change
  observe_health(n, "Warning");
  observe_health(n, "Warning");
  BOOST_TEST(n.now().attributes.health.value() == "Warning");
  BOOST_TEST(rows() == first + 1);
  observe(n, power_state::on);  // without a health
  BOOST_TEST(n.now().attributes.health.value() == "Warning");
}

BOOST_AUTO_TEST_CASE(health_monitoring_can_be_disabled) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  n.options.enable_health_monitoring = false;
  observe_health(n, "Critical");
  BOOST_TEST(!n.now().attributes.health);
}

BOOST_AUTO_TEST_CASE(without_force_the_record_follows_the_machine) {
  auto n = manageable();
  n.options.force_power_state_during_sync = false;
  n.edit().attributes.power_state = power_state::on;
  observe(n, power_state::off);
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
}
