#include "messages/model/snapshot.hpp"
#include "messages/model/wait_report.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

constexpr const char* handle = "/redfish/v1/TaskService/Tasks/9";
constexpr uint32_t limit = 3600;

step_outcome task(std::string name = handle, std::optional<uint32_t> poll_seconds = {}) {
  step_outcome out;
  out.status = step_status::waiting;
  out.waits_for = awaited::task;
  out.wait_seconds = limit;
  out.task_handle = std::move(name);
  out.poll_seconds = poll_seconds;
  return out;
}

/// Its clean step, which is not repeatable, is outstanding.
node_fixture flashing() {
  auto n = manageable();
  n.order("clean", {{"clean_steps", {{{"interface", "deploy"}, {"step", "flash"}}}}});
  n.done();
  n.asked();
  return n;
}

/// The step has become a task of the machine.
node_fixture waiting(const step_outcome& outcome = task()) {
  auto n = flashing();
  n.answer(outcome);
  BOOST_REQUIRE(n.state() == "clean wait");
  return n;
}

seconds until_deadline(const node_fixture& n) {
  return std::chrono::duration_cast<seconds>(next_deadline(n.now()).value() - n.time);
}

/// The clock reaches the node's next deadline.
std::vector<step_request> next_polls(node_fixture& n) {
  n.pass(until_deadline(n));
  return n.probes();
}

/// The machine fails the outstanding step; the node goes into maintenance and cleans up.
node_fixture tidying_up_a_failed_clean() {
  auto n = flashing();
  n.answer(step_status::failed, "the flash is worn out");
  BOOST_REQUIRE(n.now().attributes.maintenance);
  BOOST_REQUIRE(n.request().what.name == "tear_down_cleaning");
  return n;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tasks)

BOOST_AUTO_TEST_CASE(the_handle_is_stored_and_the_first_poll_is_scheduled) {
  auto n = waiting();
  BOOST_TEST(n.now().waiting->task.value().handle == handle);
  BOOST_TEST(until_deadline(n).count() == n.options.task_poll_first.count());
  BOOST_TEST(n.probes().empty());
  const auto polls = next_polls(n);
  BOOST_REQUIRE(polls.size() == 1U);
  BOOST_TEST(polls[0].task_handle == handle);
  BOOST_TEST(polls[0].what.name == "flash");
  BOOST_TEST(polls[0].id.operation_id == n.now().current->id);
  BOOST_TEST(polls[0].machine.uuid == test_uuid);
}

BOOST_AUTO_TEST_CASE(a_poll_names_the_step_as_the_driver_knows_it) {
  auto n = manageable();
  n.order("clean", {{"clean_steps", {{{"interface", "power"}, {"step", "power_off"}}}}});
  n.done();
  const auto asked = n.request().what;
  BOOST_REQUIRE(asked.name == "set_power_state");
  n.answer(task());
  BOOST_TEST((next_polls(n).at(0).what == asked));
}

BOOST_AUTO_TEST_CASE(a_poll_ends_the_step_once) {
  auto n = waiting();
  const auto poll = next_polls(n).at(0);
  n.agent_ends(poll, ended(step_status::done));
  BOOST_TEST(n.asked() == std::vector<std::string>{"deploy.tear_down_cleaning"},
             boost::test_tools::per_element());
  n.agent_ends(poll, ended(step_status::failed, "asked by another worker too"));
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(a_task_that_failed_fails_the_step) {
  auto n = waiting();
  n.agent_ends(next_polls(n).at(0), ended(step_status::failed, "no such image"));
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("no such image") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(pauses_double_up_to_the_longest) {
  auto n = waiting();
  std::vector<int64_t> pauses;
  for (int i = 0; i < 8; ++i) {
    pauses.push_back(until_deadline(n).count());
    BOOST_TEST(next_polls(n).size() == 1U);
  }
  BOOST_TEST(pauses == (std::vector<int64_t>{2, 2, 4, 8, 16, 32, 60, 60}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_driver_may_set_the_pause_within_limits) {
  BOOST_TEST(until_deadline(waiting(task(handle, 30))).count() == 30);
  BOOST_TEST(until_deadline(waiting(task(handle, 0))).count() == 1);
  BOOST_TEST(until_deadline(waiting(task(handle, 1U << 31))).count() == 60);
}

BOOST_AUTO_TEST_CASE(a_poll_that_finds_progress_fails_nothing_and_may_rename_the_task) {
  auto n = waiting();
  auto poll = next_polls(n).at(0);
  auto progress = task("job 7", 40);
  progress.wait_seconds = 2 * limit;
  n.agent_ends(poll, progress);
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST(until_deadline(n).count() == 40);
  BOOST_TEST((*n.now().waiting->until == n.time + seconds{2 * limit}));
  poll = next_polls(n).at(0);
  BOOST_TEST(poll.task_handle == "job 7");
  n.agent_ends(poll, ended(step_status::done));
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(a_machine_that_never_answers_fails_the_step_at_the_end_of_the_wait) {
  auto n = waiting();
  const auto end = *n.now().waiting->until;
  while (n.now().waiting && n.time < end) n.pass(until_deadline(n));
  BOOST_TEST((n.time == end));
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("waiting for the task") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_restarted_conductor_only_polls) {
  auto n = waiting();
  n.take_over();
  BOOST_TEST(n.probes().empty());  // it is not due yet
  n.time += seconds{2};
  n.take_over();
  BOOST_TEST(!n.is_out());
  BOOST_TEST(n.probes().size() == 1U);
}

BOOST_AUTO_TEST_CASE(after_a_long_outage_the_machine_is_polled_first) {
  auto n = waiting();
  n.pass(seconds{2 * limit});
  BOOST_TEST(n.state() == "clean wait");
  const auto poll = n.probes().at(0);
  const auto end = *n.now().waiting->until;
  BOOST_TEST((end == n.time + n.options.task_poll_longest));
  auto ready = n;
  ready.agent_ends(poll, ended(step_status::done));
  ready.run();
  BOOST_TEST(ready.state() == "manageable");
  while (n.now().waiting && n.time < end) n.pass(until_deadline(n));
  BOOST_TEST(n.state() == "clean failed");  // once is enough
}

BOOST_AUTO_TEST_CASE(a_repeated_wait_changes_nothing) {
  auto n = waiting();
  const auto before = n.now();
  n.repeat_last();
  BOOST_TEST((n.now() == before));
}

BOOST_AUTO_TEST_CASE(a_task_without_a_handle_is_not_polled_and_may_end_by_itself) {
  auto n = flashing();
  const auto out = n.request();
  n.answer(task(""));
  BOOST_TEST(!n.now().waiting->task);
  BOOST_TEST(until_deadline(n).count() == limit);
  n.agent_ends(out, ended(step_status::done));
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(a_task_is_polled_in_maintenance_while_its_deadline_rests) {
  auto n = waiting();
  n.tell(set_maintenance{true, "a fan is bad"});
  const auto end = *n.now().waiting->until;
  while (n.time <= end) BOOST_TEST_REQUIRE(next_polls(n).size() <= 1U);
  BOOST_TEST(n.state() == "clean wait");
  n.agent_ends(next_polls(n).at(0), ended(step_status::done));
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(clean_up_with_a_task_ends_despite_maintenance) {
  auto n = tidying_up_a_failed_clean();
  n.answer(task());
  n.agent_ends(next_polls(n).at(0), ended(step_status::done));
  BOOST_TEST(!n.now().current);
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(clean_up_times_out_in_maintenance_too) {
  for (const auto action : {lost_agent::fail, lost_agent::reboot, lost_agent::maintenance})
    for (const auto whom : {awaited::task, awaited::agent}) {
      auto n = tidying_up_a_failed_clean();
      n.options.lost_agent_action = action;
      auto outcome = task("");
      outcome.waits_for = whom;
      n.answer(outcome);
      n.pass(seconds{limit - 1});
      BOOST_TEST(n.now().current.has_value());
      n.pass(seconds{1});
      BOOST_TEST(!n.now().current);
      BOOST_TEST(n.now().attributes.last_error->find("the flash is worn out") != std::string::npos);
      BOOST_TEST(n.now().attributes.last_error->find("Timeout reached") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(why_names_the_party_the_start_and_the_next_poll) {
  auto n = waiting();
  const json said = *wait_of(n.now(), {{"driver-1"}, {}, {}});
  BOOST_TEST(said.at("for") == "task");
  BOOST_TEST(said.at("since") == to_string(n.time));
  BOOST_TEST(said.at("next_poll") == to_string(n.time + n.options.task_poll_first));
  BOOST_TEST(!json(*wait_of(flashing().now(), {{"driver-1"}, {}, {}})).contains("next_poll"));
}

BOOST_AUTO_TEST_SUITE_END()
