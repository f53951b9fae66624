#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/cleaning_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// Messages about another step than the current one change nothing.

BOOST_AUTO_TEST_SUITE(stray_messages)

BOOST_AUTO_TEST_CASE(the_outcome_of_another_operation_ends_no_step) {
  auto n = node_in_factory_reset();
  const auto out = n.now().in_flight;
  BOOST_REQUIRE(out.has_value());
  auto stray = n.request();
  stray.id.operation_id = "an earlier one";
  n.agent_ends(stray, {});
  BOOST_CHECK(n.now().in_flight == out);
}

BOOST_AUTO_TEST_CASE(the_outcome_of_another_step_ends_no_wait) {
  auto n = node_in_factory_reset();
  auto stray = n.request();
  step_outcome goes_on;
  goes_on.status = step_status::waiting;
  goes_on.waits_for = awaited::task;
  goes_on.task_handle = "7";
  n.answer(goes_on);
  BOOST_REQUIRE(n.now().waiting.has_value());
  ++stray.id.index;
  n.agent_ends(stray, {});
  BOOST_TEST(n.now().waiting.has_value());
}

BOOST_AUTO_TEST_CASE(a_power_reading_from_before_a_change_is_ignored) {
  for (const bool forced : {true, false}) {
    auto n = available();
    n.options.force_power_state_during_sync = forced;
    n.power("power on");
    n.done();
    n.power("power off");
    const auto out = n.now().in_flight;
    BOOST_REQUIRE(out.has_value());
    n.asked();
    n.tell(observe_power{{test_uuid, power_state::off, {}, {}}});
    BOOST_CHECK(n.now().attributes.power_state == power_state::on);
    BOOST_CHECK(n.now().in_flight == out);
    BOOST_TEST(n.asked().empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
