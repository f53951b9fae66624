#include "driver_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// Steps that the machine runs as a task.

namespace {

template <class Test>
void for_each_task(Test test) {
  size_t count = 0;
  for (const auto& x : declared_operations()) {
    if (!x.contract->is(op_by_task)) continue;
    driver_fixture fixture{*x.hardware};
    const auto what = fixture.request(x, json::object()).what;
    if (!fixture.machine().work_by_itself(x.implementation, what)) continue;
    ++count;
    BOOST_TEST_CONTEXT(x.title()) {
      test(x, fixture, fixture.request(x, fixture.arguments(x, true)));
    }
  }
  BOOST_TEST(count > 0U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tasks)

BOOST_AUTO_TEST_CASE(another_worker_finds_the_end_of_a_task_by_its_handle) {
  for_each_task([](const auto& given, driver_fixture& fixture, const step_request& request) {
    const auto told = fixture.carry_out(request);
    BOOST_REQUIRE(told.size() >= 2U);
    BOOST_TEST(to_string(told.front().waits_for) == "task");
    BOOST_TEST(!told.front().task_handle.empty());
    BOOST_TEST(told.front().task_handle.size() <= task_handle_max);
    BOOST_TEST(to_string(told.back().status) == "done", told.back().reason);
    BOOST_TEST(fact_names(facts_in(told.back().observed) & ~given.contract->reports) == "");
    BOOST_TEST(fixture.counters().executed == 0U);  // by the worker that has found the end
  });
}

// The machine has accepted it, and its worker died before storing the handle.
BOOST_AUTO_TEST_CASE(task_with_a_lost_handle_is_found_or_not_repeated) {
  for_each_task([](const auto& given, driver_fixture& fixture, const step_request& request) {
    const auto first = fixture.ask_for(request).back();
    BOOST_REQUIRE(to_string(first.status) == "waiting");
    fixture.restart();
    fixture.claim_by_the_dead(request);
    const auto second = fixture.ask_for(request).back();
    BOOST_TEST(fixture.counters().recovered == 1U);
    const bool found =
        second.status == step_status::waiting && second.task_handle == first.task_handle;
    BOOST_TEST((found || given.step.repeatable || second.status == step_status::interrupted),
               to_string(second.status));
    if (!given.step.repeatable) BOOST_TEST(fixture.counters().executed == 0U);
  });
}

BOOST_AUTO_TEST_CASE(unknown_task_ends_or_continues_without_damage) {
  for_each_task([](const auto&, driver_fixture& fixture, const step_request& request) {
    auto poll = request;
    for (const char* handle : {"?", "{}", "../../etc/passwd", "\xc3\xa4"}) {
      poll.task_handle = handle;
      for (const auto& end : fixture.poll_once(poll))
        BOOST_TEST(to_string(end.status) == "failed", handle);
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
