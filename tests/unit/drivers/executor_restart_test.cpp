#include "worker.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// The store restarts, and may have lost its last writes.

namespace {

struct worker_of_restarts : worker {
  void restart_store() {
    records.forget_claims();
    restarted();
    run_until_quiet();
  }
  std::function<void()> restarted = subject->restart_listener();
};

step_request asked_again() {
  auto out = deploy();
  out.again = true;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(executor_restarts)

BOOST_FIXTURE_TEST_CASE(claims_a_running_step_again, worker_of_restarts) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  records.set_resting(true);
  restart_store();
  until([&] { return records.moment(key).owner == held.owner(); });
  BOOST_TEST(driver->runs[0].request.allowed.check());
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->runs.size() == 1U);
  BOOST_TEST((outcomes().at(0).status == step_status::done));
}

BOOST_FIXTURE_TEST_CASE(stops_a_step_that_another_worker_has, worker_of_restarts) {
  records.set_alive({{"worker-2", "a", "{}"}});
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  records.set(key, {"worker-2/a", ""});
  restarted();
  until([&] { return !driver->runs[0].request.allowed.holds(); });
  driver->runs[0].done(step_done());
  run_until_quiet();
  BOOST_TEST(!acked(tag));
  BOOST_TEST(records.moment(key).owner == "worker-2/a");
  BOOST_TEST(records.moment(key).outcome == "");
}

BOOST_FIXTURE_TEST_CASE(writes_outcomes_again_to_a_store_that_lost_them, worker_of_restarts) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  const auto before = records.moment(key).outcome;
  restart_store();
  until([&] { return records.moment(key).outcome == before; });
  const auto second = ask(asked_again());
  until([&] { return acked(second); });
  BOOST_TEST(driver->runs.size() == 1U);
  BOOST_TEST(driver->recoveries == 0U);
  BOOST_TEST(messages.published().at(1).again);
}

BOOST_FIXTURE_TEST_CASE(keeps_the_outcome_of_a_claim, worker_of_restarts) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  records.set(key, {"worker-2/a", "theirs"});
  restarted();
  run_until_quiet();
  BOOST_TEST(records.moment(key).outcome == "theirs");
}

BOOST_FIXTURE_TEST_CASE(recovers_a_repeated_request_without_a_claim, worker_of_restarts) {
  driver->on_recover = [](const auto&, const auto& done) { done(step_done()); };
  const auto tag = ask(asked_again());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->recoveries == 1U);
  BOOST_TEST(driver->runs.empty());
}

BOOST_FIXTURE_TEST_CASE(recovers_a_request_from_before_the_stores_restart, worker_of_restarts) {
  driver->on_recover = [](const auto&, const auto& done) { done(step_done()); };
  records.set_former_epochs(7);
  auto request = deploy();
  request.epoch = 7;
  const auto tag = ask(request);
  until([&] { return acked(tag); });
  BOOST_TEST(driver->recoveries == 1U);
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(outcomes().at(0).recovered);
}

BOOST_FIXTURE_TEST_CASE(does_not_count_a_step_unknown_to_its_machine_as_recovered,
                        worker_of_restarts) {
  driver->on_recover = [](const auto&, const auto& done) { done(std::nullopt); };
  const auto tag = ask(asked_again());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  BOOST_TEST(!outcomes().at(0).recovered);
}

BOOST_FIXTURE_TEST_CASE(starts_a_request_from_after_the_stores_restart, worker_of_restarts) {
  records.set_former_epochs(7);
  auto request = deploy();
  request.epoch = 8;
  ask(request);
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(driver->recoveries == 0U);
}

BOOST_FIXTURE_TEST_CASE(recovers_an_existing_claim_of_this_worker, worker_of_restarts) {
  records.set(key, {held.owner(), ""});
  driver->on_recover = [](const auto&, const auto& done) { done(step_done()); };
  const auto tag = ask(deploy());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->recoveries == 1U);
  BOOST_TEST(driver->runs.empty());
}

BOOST_FIXTURE_TEST_CASE(starts_nothing_while_the_store_gives_no_claims, worker_of_restarts) {
  records.set_resting(true);
  ask(deploy());
  run_until_quiet();
  BOOST_TEST(driver->runs.empty());
  records.set_resting(false);
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(driver->recoveries == 0U);
}

BOOST_FIXTURE_TEST_CASE(a_stopped_executor_gets_no_notification, worker_of_restarts) {
  subject.reset();
  restarted();
  BOOST_TEST(records.calls() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
