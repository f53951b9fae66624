#include "worker.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace ironbus;
using namespace ironbus::test;

// Steps that become tasks of the machine, and every moment in which their worker may die.

namespace {

const std::string handle = "/redfish/v1/TaskService/Tasks/9";

bool is_wait_for(const step_outcome& x, const std::string& name) {
  return x.status == step_status::waiting && x.waits_for == awaited::task && x.task_handle == name;
}

struct flashing_worker : worker {
  /// A step that must not be repeated.
  step_request flash() {
    auto out = deploy();
    out.what.repeatable = false;
    return out;
  }

  /// A worker has claimed it, may have called the machine, and is dead.
  void claimed_by_the_dead() { records.set(key, {"worker-2/a", ""}); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(executor_tasks)

BOOST_FIXTURE_TEST_CASE(the_claim_has_the_handle_before_it_is_published, flashing_worker) {
  messages.confirms = false;
  const auto tag = ask(flash());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_waiting_for_task(handle, 90, 5));
  until([&] { return !messages.published().empty(); });
  BOOST_TEST(records.moment(key).outcome == messages.published()[0].body);
  BOOST_TEST(!acked(tag));
  messages.confirm_all();
  until([&] { return acked(tag); });
  const auto told = outcomes().at(0);
  BOOST_TEST((is_wait_for(told, handle)));
  BOOST_TEST(told.wait_seconds.value() == 90U);
  BOOST_TEST(told.poll_seconds.value() == 5U);
}

// The machine has accepted the task, but its handle was not recorded.
BOOST_FIXTURE_TEST_CASE(a_death_before_the_handle_is_recorded_is_recovered_by_asking,
                        flashing_worker) {
  claimed_by_the_dead();
  driver->on_recover = [](const auto&, const auto& done) { done(step_waiting_for_task(handle)); };
  const auto tag = ask(flash());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST((is_wait_for(outcomes().at(0), handle)));
  BOOST_TEST(records.moment(key).owner == me);
  BOOST_TEST(!records.moment(key).outcome.empty());
}

BOOST_FIXTURE_TEST_CASE(a_driver_that_cannot_ask_does_not_start_a_task_again, flashing_worker) {
  claimed_by_the_dead();
  const auto tag = ask(flash());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(to_string(outcomes().at(0).status) == "interrupted");
}

// The handle is recorded but not published: the next owner publishes it.
BOOST_FIXTURE_TEST_CASE(a_death_after_the_handle_is_recorded_publishes_it_again, flashing_worker) {
  auto waits = step_waiting_for_task(handle);
  waits.id = flash().id;
  envelope recorded;
  recorded.id = "outcome-1";
  recorded.type = step_outcome_type;
  recorded.data = waits;
  records.set(key, {"worker-2/a", encode_envelope(recorded)});
  for (int i = 0; i < 2; ++i) {
    const auto tag = ask(flash());
    until([&] { return acked(tag); });
  }
  BOOST_TEST(outcomes().size() == 2U);
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(driver->recoveries == 0U);
  for (const auto& x : outcomes()) BOOST_TEST((is_wait_for(x, handle)));
  for (const auto& x : messages.published()) BOOST_TEST(x.id == "outcome-1");
}

BOOST_FIXTURE_TEST_CASE(a_worker_considered_dead_publishes_no_handle, flashing_worker) {
  const auto tag = ask(flash());
  until([&] { return driver->runs.size() == 1; });
  records.set(key, {"worker-2/a", ""});
  records.set_alive({{"worker-2", "a", "{}"}});
  driver->runs[0].done(step_waiting_for_task(handle));
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().empty());
}

BOOST_FIXTURE_TEST_CASE(a_task_that_cannot_be_polled_fails_the_step, flashing_worker) {
  for (const auto& bad : {std::string{}, std::string(task_handle_max + 1, 'x')}) {
    auto request = flash();
    request.id.index = static_cast<uint32_t>(driver->runs.size());
    ask(request);
    until([&] { return driver->runs.size() == request.id.index + 1; });
    driver->runs.back().done(step_waiting_for_task(bad));
    until([&] { return outcomes().size() == driver->runs.size(); });
    BOOST_TEST(to_string(outcomes().back().status) == "failed");
    BOOST_TEST(outcomes().back().reason.find("handle") != std::string::npos);
  }
}

BOOST_FIXTURE_TEST_CASE(a_poll_passes_the_handle_to_the_driver, flashing_worker) {
  std::vector<std::string> asked;
  driver->on_probe = [&](const step_request& x, const auto& done) {
    asked.push_back(x.task_handle);
    asked.size() == 1 ? done(std::nullopt) : done(step_done());
  };
  auto poll = flash();
  poll.task_handle = handle;
  envelope out;
  out.id = "poll-1";
  out.type = step_probe_type;
  out.data = poll;
  for (int i = 0; i < 2; ++i) {
    const auto tag = messages.deliver("ironbus.steps", encode_envelope(out));
    until([&] { return acked(tag); });
  }
  BOOST_TEST(asked == (std::vector{handle, handle}), boost::test_tools::per_element());
  BOOST_TEST(outcomes().size() == 1U);
  BOOST_TEST(to_string(outcomes()[0].status) == "done");
}

BOOST_AUTO_TEST_SUITE_END()
