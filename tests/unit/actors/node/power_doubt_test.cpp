#include "messages/base/text.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using names = std::vector<std::string>;

step_outcome without_end(std::optional<power_state> seen, std::string reason = "HTTP 500") {
  step_outcome out;
  out.status = step_status::failed;
  out.reason = std::move(reason);
  out.power_unknown = true;
  out.observed.power_state = seen;
  return out;
}

void observe(node_fixture& n, power_state state) {
  n.tell(observe_power{{test_uuid, state, {}, {}}});
}

/// A node whose machine is recorded as on, with no unread requests.
node_fixture powered_on() {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  n.asked();
  return n;
}

json data_of(const node_fixture& n, std::string_view type) {
  json out;
  for (const auto& head : n.events())
    if (head.type == "ironbus." + std::string{type}) out = json::parse(head.data.text());
  return out;
}

bool says(const node_fixture& n, std::string_view part) {
  return n.now().attributes.last_error.value_or("").find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(orders_without_an_end)

BOOST_AUTO_TEST_CASE(the_record_has_what_the_machine_showed_last_and_is_marked) {
  auto n = powered_on();
  n.user = "ann";
  n.power("power off");
  n.answer(without_end(power_state::on));
  const auto& x = n.now();
  BOOST_TEST((x.attributes.power_state.value() == power_state::on));
  BOOST_TEST(!x.attributes.target_power_state);
  BOOST_TEST_REQUIRE(x.power_unconfirmed.has_value());
  BOOST_TEST((*x.power_unconfirmed == unconfirmed_power{"power off", n.time, "ann", "HTTP 500"}));
  BOOST_TEST(
      says(n, "HTTP 500 It is unknown whether the machine carries out the order 'power off'"));
  BOOST_TEST(says(n, "it last showed 'power on'"));
  const auto event = data_of(n, "power_state_unconfirmed");
  BOOST_TEST(event["order"] == "power off");
  BOOST_TEST(event["power_state"] == "power on");
  BOOST_TEST(event["by"] == "ann");
}

BOOST_AUTO_TEST_CASE(without_a_reading_the_power_state_is_unknown) {
  auto n = powered_on();
  n.power("power off");
  n.answer(without_end(std::nullopt));
  BOOST_TEST(!n.now().attributes.power_state);
  BOOST_TEST(says(n, "it has not shown its power state since"));
}

BOOST_AUTO_TEST_CASE(the_next_power_sync_only_records_and_clears_the_mark) {
  auto n = powered_on();
  n.power("power off");
  n.answer(without_end(power_state::on));
  n.asked();
  observe(n, power_state::off);
  BOOST_TEST(n.asked().empty());
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
  BOOST_TEST(!n.now().power_unconfirmed);
  const auto event = data_of(n, "power_state_confirmed");
  BOOST_TEST(event["order"] == "power off");
  BOOST_TEST(event["power_state"] == "power off");
}

BOOST_AUTO_TEST_CASE(a_reading_that_equals_the_record_clears_the_mark_too) {
  auto n = powered_on();
  n.power("power off");
  n.answer(without_end(power_state::on));
  observe(n, power_state::on);
  BOOST_TEST(!n.now().power_unconfirmed);
  BOOST_TEST(data_of(n, "power_state_confirmed")["power_state"] == "power on");
}

BOOST_AUTO_TEST_CASE(during_the_grace_time_the_power_sync_sends_no_order) {
  auto n = powered_on();
  n.options.power_sync_grace = std::chrono::minutes{5};
  n.power("power off");
  n.answer(without_end(power_state::on));
  n.asked();
  observe(n, power_state::on);
  n.pass(std::chrono::seconds{299});
  for (int i = 0; i < 3; ++i) observe(n, power_state::off);  // the order comes into effect late
  BOOST_TEST(n.asked().empty());
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
  n.pass(std::chrono::seconds{1});
  for (int i = 0; i < 2; ++i) observe(n, power_state::on);
  BOOST_TEST(n.asked() == names{"power.set_power_state"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_a_grace_time_the_first_reading_still_only_records) {
  auto n = powered_on();
  n.options.power_sync_grace = std::chrono::seconds{0};
  n.power("power off");
  n.answer(without_end(power_state::on));
  n.asked();
  observe(n, power_state::off);
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
  observe(n, power_state::off);
  BOOST_TEST(n.asked().empty());
}

BOOST_AUTO_TEST_CASE(a_later_order_with_an_end_clears_the_mark_and_the_grace_time) {
  auto n = powered_on();
  n.power("power off");
  n.answer(without_end(power_state::on));
  n.power("power off");
  BOOST_TEST(n.now().power_unconfirmed.has_value());
  n.done();
  BOOST_TEST(!n.now().power_unconfirmed);
  n.asked();
  for (int i = 0; i < 2; ++i) observe(n, power_state::on);
  BOOST_TEST(n.asked() == names{"power.set_power_state"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_power_sync_sends_no_order_because_of_its_own_failed_order) {
  for (const bool unknown : {true, false}) {
    auto n = powered_on();
    for (int i = 0; i < 2; ++i) observe(n, power_state::off);
    BOOST_TEST(n.asked() == names{"power.set_power_state"}, boost::test_tools::per_element());
    auto end = without_end(std::nullopt, "no effect");
    end.power_unknown = unknown;
    n.answer(end);
    BOOST_TEST(n.now().power_unconfirmed.value().sender == "power sync");
    BOOST_TEST((n.now().attributes.power_state.value() == power_state::off), "as it was read");
    for (int i = 0; i < 4; ++i) observe(n, power_state::off);
    n.pass(n.options.power_sync_grace);
    for (int i = 0; i < 4; ++i) observe(n, power_state::off);
    BOOST_TEST(n.asked().empty());
  }
}

BOOST_AUTO_TEST_CASE(a_refused_order_leaves_the_record_as_it_is) {
  auto n = powered_on();
  n.power("power off");
  n.answer(step_status::failed, "HTTP 401");
  BOOST_TEST(!n.now().power_unconfirmed);
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::on));
}

BOOST_AUTO_TEST_CASE(a_silent_driver_leaves_the_power_state_unknown) {
  auto n = powered_on();
  n.power("power off");
  n.pass(n.options.step_timeout);
  BOOST_TEST(n.now().power_unconfirmed.value().order == "power off");
  BOOST_TEST(!n.now().attributes.power_state);
  BOOST_TEST(says(n, "No driver answered within 1800 s."));
}

BOOST_AUTO_TEST_CASE(an_interrupted_restart_is_not_repeated) {
  auto n = powered_on();
  n.power("rebooting");
  n.asked();
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(n.asked().empty());
  BOOST_TEST(n.now().power_unconfirmed.value().order == "rebooting");
}

BOOST_AUTO_TEST_CASE(an_interrupted_order_for_a_state_is_still_wanted) {
  auto n = powered_on();
  n.power("power off");
  n.asked();
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(n.asked() == names{"power.set_power_state"}, boost::test_tools::per_element());
  n.done();
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
}

BOOST_AUTO_TEST_CASE(an_interrupted_order_of_the_power_sync_is_not_repeated) {
  auto n = powered_on();
  for (int i = 0; i < 2; ++i) observe(n, power_state::off);
  n.asked();
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(n.asked().empty());
  BOOST_TEST(n.now().power_unconfirmed.has_value());
}

BOOST_AUTO_TEST_CASE(a_workflow_that_fails_so_does_not_switch_the_machine_off) {
  for (const bool unknown : {true, false}) {
    auto n = manageable();
    n.options.poweroff_in_cleanfail = true;
    n.order("clean",
            {{"clean_steps", json::array({{{"interface", "power"}, {"step", "reboot"}}})}});
    while (n.is_out() && n.request().what.name != "set_power_state") n.done();
    BOOST_TEST_REQUIRE(n.is_out());
    n.asked();
    auto end = without_end(power_state::off);
    end.power_unknown = unknown;
    n.answer(end);
    BOOST_TEST(n.state() == "clean failed");
    BOOST_TEST(n.now().power_unconfirmed.has_value() == unknown);
    BOOST_TEST(says(n, "It is unknown whether") == unknown);
    bool off = false;
    while (n.is_out()) {
      off |= n.request().what.args.value("power_off", false) ||
             n.request().what.name == "set_power_state";
      n.done();
    }
    BOOST_TEST(off == !unknown);
  }
}

BOOST_AUTO_TEST_CASE(a_silent_restart_in_a_workflow_is_marked) {
  auto n = manageable();
  n.order("clean", {{"clean_steps", json::array({{{"interface", "power"}, {"step", "reboot"}}})}});
  while (n.is_out() && n.request().what.name != "set_power_state") n.done();
  BOOST_TEST_REQUIRE(n.is_out());
  n.pass(n.options.step_timeout);
  BOOST_TEST(n.now().power_unconfirmed.value().order == "rebooting");
  BOOST_TEST(says(n, "It is unknown whether the machine carries out the order 'rebooting'"));
}

BOOST_AUTO_TEST_CASE(another_step_that_changes_the_power_is_named) {
  auto n = powered_on();
  n.order("inspect");
  n.answer(without_end(std::nullopt, "HTTP 503"));
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().power_unconfirmed.value().order == "inspect.inspect_hardware");
}

BOOST_AUTO_TEST_CASE(a_step_that_shows_the_power_state_clears_the_mark) {
  auto n = powered_on();
  n.power("power off");
  n.answer(without_end(power_state::on));
  n.order("inspect");
  step_outcome shown;
  shown.observed.power_state = power_state::off;
  n.answer(shown);
  BOOST_TEST(!n.now().power_unconfirmed);
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(power_sync_during_a_workflow)

BOOST_AUTO_TEST_CASE(a_waiting_node_is_recorded_as_off_and_keeps_its_wait) {
  auto n = manageable();
  n.order("inspect");
  step_outcome waits;
  waits.status = step_status::waiting;
  n.answer(waits);
  BOOST_TEST_REQUIRE(n.now().waiting.has_value());
  const auto until = n.now().waiting->until;
  n.edit().attributes.power_state = power_state::on;
  n.asked();
  for (int i = 0; i < 3; ++i) observe(n, power_state::off);
  BOOST_TEST(n.asked().empty());
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
  BOOST_TEST((n.now().waiting.value().machine_off_since == n.time));
  BOOST_TEST((n.now().waiting->until == until));
  observe(n, power_state::on);
  BOOST_TEST(!n.now().waiting->machine_off_since);
  for (uint32_t i = 0; i < 8; ++i) n.tell(observe_power{{test_uuid, {}, "no answer", {}}});
  BOOST_TEST(!n.now().attributes.maintenance);
}

BOOST_AUTO_TEST_SUITE_END()
