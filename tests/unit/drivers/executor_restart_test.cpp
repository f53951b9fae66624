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

BOOST_FIXTURE_TEST_CASE(a_step_in_hand_is_claimed_again_and_goes_on, worker_of_restarts) {
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

BOOST_FIXTURE_TEST_CASE(a_step_that_another_worker_has_now_stops, worker_of_restarts) {
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

BOOST_FIXTURE_TEST_CASE(how_a_step_ended_is_told_to_a_store_that_has_forgotten,
                        worker_of_restarts) {
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

BOOST_FIXTURE_TEST_CASE(the_outcome_that_a_claim_has_already_stays, worker_of_restarts) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  records.set(key, {"worker-2/a", "theirs"});
  restarted();
  run_until_quiet();
  BOOST_TEST(records.moment(key).outcome == "theirs");
}

BOOST_FIXTURE_TEST_CASE(a_step_without_a_claim_that_was_asked_for_before_is_recovered,
                        worker_of_restarts) {
  driver->on_recover = [](const auto&, const auto& done) { done(step_done()); };
  const auto tag = ask(asked_again());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->recoveries == 1U);
  BOOST_TEST(driver->runs.empty());
}

BOOST_FIXTURE_TEST_CASE(a_step_that_was_asked_for_before_the_store_restarted_is_recovered,
                        worker_of_restarts) {
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

BOOST_FIXTURE_TEST_CASE(a_step_of_which_its_machine_knows_nothing_is_not_called_recovered,
                        worker_of_restarts) {
  driver->on_recover = [](const auto&, const auto& done) { done(std::nullopt); };
  const auto tag = ask(asked_again());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  BOOST_TEST(!outcomes().at(0).recovered);
}

BOOST_FIXTURE_TEST_CASE(a_step_that_was_asked_for_since_the_store_restarted_is_begun,
                        worker_of_restarts) {
  records.set_former_epochs(7);
  auto request = deploy();
  request.epoch = 8;
  ask(request);
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(driver->recoveries == 0U);
}

BOOST_FIXTURE_TEST_CASE(a_claim_of_ours_that_was_there_is_recovered, worker_of_restarts) {
  records.set(key, {held.owner(), ""});
  driver->on_recover = [](const auto&, const auto& done) { done(step_done()); };
  const auto tag = ask(deploy());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->recoveries == 1U);
  BOOST_TEST(driver->runs.empty());
}

BOOST_FIXTURE_TEST_CASE(nothing_is_begun_while_claims_rest, worker_of_restarts) {
  records.set_resting(true);
  ask(deploy());
  run_until_quiet();
  BOOST_TEST(driver->runs.empty());
  records.set_resting(false);
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(driver->recoveries == 0U);
}

BOOST_FIXTURE_TEST_CASE(an_executor_that_has_ended_is_not_told, worker_of_restarts) {
  subject.reset();
  restarted();
  BOOST_TEST(records.calls() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
