#include "tests/unit/actors/runtime/dispatcher_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_FIXTURE_TEST_CASE(events_are_delivered_once_and_in_order, dispatcher_fixture) {
  for (int i = 0; i < 250; ++i) happen();
  begin();
  BOOST_TEST(there.got.size() == 250U);
  BOOST_TEST(there.got.front() == "e-1");
  BOOST_TEST(there.got.back() == "e-250");
  BOOST_TEST(kept().position == 250U);
  BOOST_TEST(kept().delivered == 250U);
  happen();
  look();
  look();
  BOOST_TEST(there.got.size() == 251U);
}

BOOST_FIXTURE_TEST_CASE(only_selected_events_are_delivered, dispatcher_fixture) {
  happen("node_created");
  const auto wanted = happen("node_updated", "n2");
  happen("node_updated", "decision/n1");
  what.wanted.type = "node_updated";
  begin();
  BOOST_TEST(there.got == ids{wanted}, boost::test_tools::per_element());
  happen("node_created");
  auto other = what;
  other.wanted.type = "node_created";
  dispatcher->take(other);
  work();
  BOOST_TEST(there.got == (ids{wanted, "e-4"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(after_a_crash_events_are_repeated_with_their_ids, dispatcher_fixture) {
  happen();
  happen();
  there.holds = true;
  begin();
  dispatcher.reset();  // with an outstanding request
  there.holds = false;
  begin();
  BOOST_TEST(there.got == (ids{"e-1", "e-1", "e-2"}), boost::test_tools::per_element());
  BOOST_TEST(kept().delivered == 2U);
}

BOOST_FIXTURE_TEST_CASE(a_rejected_event_is_retried_and_becomes_a_dead_letter, dispatcher_fixture) {
  happen();
  happen();
  there.poison = "e-1";
  begin();
  BOOST_TEST(there.got == ids{"e-1"}, boost::test_tools::per_element());
  BOOST_TEST(kept().attempts == 1U);
  BOOST_TEST(kept().last_error == "The receiver answered with HTTP 500.");
  look();
  BOOST_TEST(there.got.size() == 1U);  // it is too early
  pass(1s);
  BOOST_TEST(there.got.size() == 2U);
  pass(2s);
  BOOST_TEST(there.got == (ids{"e-1", "e-1", "e-1", "e-2"}), boost::test_tools::per_element());
  BOOST_TEST(kept().dead_letters == 1U);
  BOOST_TEST(kept().position == 2U);
  BOOST_REQUIRE(records.letters.size() == 1U);
  BOOST_TEST(decode<undelivered_event>(records.letters[0].summary)->event_id == "e-1");
}

BOOST_FIXTURE_TEST_CASE(at_the_dead_letter_limit_events_wait, dispatcher_fixture) {
  for (int i = 0; i < 3; ++i) happen();
  there.answer = {500, {}};
  begin();
  for (int i = 0; i < 20; ++i) pass(5min);
  BOOST_TEST(kept().dead_letters == 2U);
  BOOST_TEST(kept().position == 2U);
  BOOST_TEST(there.got.back() == "e-3");
  there.answer = {204, {}};
  pass(5min);
  BOOST_TEST(kept().position == 3U);
}

BOOST_FIXTURE_TEST_CASE(a_rejected_batch_is_sent_one_by_one, dispatcher_fixture) {
  for (int i = 0; i < 5; ++i) happen();
  what.max_batch = 4;
  there.poison = "e-2";
  begin();
  pass(1s);
  pass(2s);
  pass(5s);
  pass(5s);
  BOOST_TEST(there.sizes.front() == 4U);
  BOOST_TEST(kept().position == 5U);
  BOOST_TEST(kept().dead_letters == 1U);
  BOOST_TEST(kept().delivered == 4U);
  BOOST_TEST(there.got.back() == "e-5");
}

BOOST_FIXTURE_TEST_CASE(retry_after_is_respected, dispatcher_fixture) {
  happen();
  there.answer = {429, {}, 30s};
  begin();
  there.answer = {204, {}};
  pass(29s);
  BOOST_TEST(there.got.size() == 1U);
  pass(1s);
  BOOST_TEST(there.got.size() == 2U);
  BOOST_TEST(kept().attempts == 0U);
}

BOOST_FIXTURE_TEST_CASE(status_410_disables_the_webhook_and_loses_nothing, dispatcher_fixture) {
  happen();
  there.answer = {410, {}};
  begin();
  BOOST_TEST(disabled == 1);
  what.enabled = false;
  dispatcher->take(what);
  pass(1h);
  BOOST_TEST(there.got.size() == 1U);
  BOOST_TEST(kept().position == 0U);
  there.answer = {204, {}};
  what.enabled = true;
  dispatcher->take(what);
  work();
  BOOST_TEST(kept().position == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_gap_is_reported_before_the_next_event, dispatcher_fixture) {
  for (int i = 0; i < 5; ++i) happen();
  what.since = "abcd:1";
  records.complete_after = 3;
  there.answer = {500, {}};
  begin();
  BOOST_TEST(kept().position == 1U);
  BOOST_TEST(kept().gaps == 0U);
  there.answer = {204, {}};
  pass(1s);
  BOOST_TEST(there.types.back() == "ironbus.node_updated");
  BOOST_TEST(there.types[1] == "ironbus.webhook_gap");
  BOOST_TEST(there.got[0] == there.got[1]);
  BOOST_TEST(kept().gaps == 1U);
  BOOST_TEST(kept().position == 5U);
  dispatcher.reset();
  begin();
  BOOST_TEST(kept().gaps == 1U);  // once
}

BOOST_FIXTURE_TEST_CASE(another_store_is_a_gap_too, dispatcher_fixture) {
  happen();
  begin();
  records.log = "efgh";
  look();
  BOOST_TEST(there.types[1] == "ironbus.webhook_gap");
  BOOST_TEST(kept().log == "efgh");
  BOOST_TEST(kept().position == 1U);
  BOOST_TEST(there.got.size() == 3U);  // the events of the new log
}

BOOST_FIXTURE_TEST_CASE(starting_at_position_zero_misses_nothing, dispatcher_fixture) {
  for (int i = 0; i < 5; ++i) happen();
  records.complete_after = 3;
  begin();
  BOOST_TEST(kept().gaps == 0U);
  BOOST_TEST(there.got == (ids{"e-4", "e-5"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(events_lost_after_the_start_are_a_gap, dispatcher_fixture) {
  what.enabled = false;
  begin();
  for (int i = 0; i < 5; ++i) happen();
  records.complete_after = 3;
  what.enabled = true;
  dispatcher->take(what);
  work();
  BOOST_TEST(there.types[0] == "ironbus.webhook_gap");
  BOOST_TEST(there.got.size() == 3U);
  BOOST_TEST(kept().gaps == 1U);
}

BOOST_FIXTURE_TEST_CASE(only_one_process_delivers, dispatcher_fixture) {
  happen();
  begin();
  around.owner = "c-2/y";
  auto first = dispatcher;
  begin(false);
  BOOST_TEST(dispatcher->has_ended());
  BOOST_TEST(kept().owner == "c-1/x");
  begin(true);  // the first one counts as dead, but is not
  BOOST_TEST(!dispatcher->has_ended());
  BOOST_TEST(kept().owner == "c-2/y");
  happen();
  first->note_end("abcd", 2);
  work();
  BOOST_TEST(first->has_ended());
  BOOST_TEST(there.forgotten == 2);
}

BOOST_FIXTURE_TEST_CASE(without_permission_nothing_is_sent, dispatcher_fixture) {
  happen();
  alive = false;
  begin();
  BOOST_TEST(there.got.empty());
  alive = true;
  pass(1s);
  BOOST_TEST(there.got.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_leaving_process_releases_the_webhook, dispatcher_fixture) {
  happen();
  there.holds = true;
  begin();
  dispatcher->leave();
  BOOST_TEST(!dispatcher->has_ended());
  there.held({204, {}});
  work();
  BOOST_TEST(dispatcher->has_ended());
  BOOST_TEST(kept().owner == "");
  BOOST_TEST(kept().position == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_new_start_position_is_used, dispatcher_fixture) {
  for (int i = 0; i < 3; ++i) happen();
  begin();
  what.since = "abcd:1";
  dispatcher->take(what);
  work();
  BOOST_TEST(there.got == (ids{"e-1", "e-2", "e-3", "e-2", "e-3"}),
             boost::test_tools::per_element());
}
