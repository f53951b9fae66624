#include "worker.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Steps of a worker that was frozen.

namespace {

/// The store's responses to claims wait until the test releases them.
struct frozen_worker : worker {
  /// Freezes the worker for longer than the store's time to live. Other workers are alive.
  void freeze() {
    held.lapse();
    records.set_alive({{"worker-2", "a", "{}"}});
  }
  /// The store knows the worker again.
  void wake() {
    held.announce();
    records.set_alive({{"worker-1", held->incarnation(), "{}"}, {"worker-2", "a", "{}"}});
  }
  std::string outcome_of(const std::string& id) const {
    envelope out;
    out.id = id;
    out.type = step_outcome_type;
    out.data = step_outcome{};
    return encode_envelope(out);
  }
  /// The worker's retry timers have run several times.
  void wait_in_vain() {
    run_until_quiet();
    for (int looks = 0; looks < 5; ++looks) {
      io.run_one_for(1s);
      run_until_quiet();
    }
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(executor_leases)

BOOST_FIXTURE_TEST_CASE(without_a_lease_nothing_is_claimed_or_started, frozen_worker) {
  freeze();
  const auto tag = ask(deploy());
  wait_in_vain();
  BOOST_TEST(records.calls() == 0U);
  BOOST_TEST(driver->runs.empty());
  wake();
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(records.moment(key).owner == held.owner());
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().at(0).worker == held.owner());
}

// -- the answer to a claim comes late -------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(does_not_start_a_step_that_another_worker_ended, frozen_worker) {
  const auto tag = ask(deploy());
  until([&] { return !records.moment(key).owner.empty(); });  // its response is on the way
  freeze();
  BOOST_TEST(driver->runs.empty());
  records.set(key, {"worker-2/a", outcome_of("theirs")});
  wake();
  until([&] { return acked(tag); });
  BOOST_TEST(messages.published().at(0).id == "theirs");
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(driver->recoveries == 0U);
}

BOOST_FIXTURE_TEST_CASE(leaves_a_step_to_its_new_owner, frozen_worker) {
  const auto tag = ask(deploy());
  until([&] { return !records.moment(key).owner.empty(); });
  freeze();
  records.set(key, {"worker-2/a", ""});
  wake();
  wait_in_vain();
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(!acked(tag));
}

BOOST_FIXTURE_TEST_CASE(takes_an_unclaimed_step_from_the_former_incarnation, frozen_worker) {
  auto once = deploy();
  once.what.repeatable = false;
  const auto tag = ask(once);
  until([&] { return !records.moment(key).owner.empty(); });
  freeze();
  wake();
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(driver->recoveries == 0U);  // it was not started
  BOOST_TEST(records.moment(key).owner == held.owner());
  BOOST_TEST(held.owner() != me);
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
}

BOOST_FIXTURE_TEST_CASE(a_worker_frozen_twice_before_the_start_starts_once, frozen_worker) {
  auto once = deploy();
  once.what.repeatable = false;
  ask(once);
  until([&] { return !records.moment(key).owner.empty(); });
  freeze();
  wake();
  const auto second = held.owner();
  until([&] { return records.moment(key).owner == second; });
  freeze();
  BOOST_TEST(driver->runs.empty());
  wake();
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(driver->recoveries == 0U);
}

BOOST_FIXTURE_TEST_CASE(recovers_after_a_late_takeover, frozen_worker) {
  records.set(key, {"worker-3/a", ""});
  ask(deploy());
  until([&] { return records.moment(key).owner == me; });
  freeze();
  wake();
  until([&] { return driver->recoveries == 1; });
  BOOST_TEST(records.moment(key).owner == held.owner());
}

// -- the driver has begun -------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(a_driver_stops_before_its_next_call_and_is_ignored, frozen_worker) {
  size_t calls = 0;
  driver->on_run = [&](const permitted_step& step, const auto&) { calls += step.allowed.check(); };
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(calls == 1U);
  freeze();
  records.set(key, {"worker-2/a", outcome_of("theirs")});
  const auto run = driver->runs[0];
  BOOST_TEST(!run.request.allowed.check());
  run.done(step_done());  // some drivers ignore a failed call
  wake();
  until([&] { return acked(tag); });
  BOOST_TEST(messages.published().size() == 1U);
  BOOST_TEST(messages.published()[0].id == "theirs");
  BOOST_TEST(driver->runs.size() == 1U);
  BOOST_TEST(driver->recoveries == 0U);
}

BOOST_FIXTURE_TEST_CASE(recovers_a_stopped_step_that_this_worker_still_has, frozen_worker) {
  driver->on_recover = [](const auto& step, const auto& done) {
    BOOST_TEST(step.allowed.check());
    done(step_done({}, "reported by the machine"));
  };
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  freeze();
  BOOST_TEST(!driver->runs[0].request.allowed.check());
  driver->runs[0].done(step_failed("no answer"));
  wake();
  until([&] { return acked(tag); });
  driver->runs[0].done(step_failed("much later"));
  run_until_quiet();
  BOOST_TEST(outcomes().size() == 1U);
  BOOST_TEST(outcomes()[0].evidence == "reported by the machine");
  BOOST_TEST(outcomes()[0].worker == held.owner());
  BOOST_TEST(driver->runs.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(ignores_reports_of_an_earlier_call, frozen_worker) {
  driver->on_recover = [](const auto&, const auto& done) { done(std::nullopt); };
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  freeze();
  BOOST_TEST(!driver->runs[0].request.allowed.check());
  driver->runs[0].done(step_failed("no answer"));
  wake();
  until([&] { return driver->runs.size() == 2; });
  driver->runs[0].done(step_failed("again, of the first one"));
  run_until_quiet();
  BOOST_TEST(outcomes().empty());
  driver->runs[1].done(step_done());
  until([&] { return acked(tag); });
  BOOST_TEST(to_string(outcomes().at(0).status) == "done");
}

BOOST_FIXTURE_TEST_CASE(the_former_incarnation_reports_an_outcome_from_before_the_lapse,
                        frozen_worker) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  freeze();
  driver->runs[0].done(step_done({}, "no call was refused"));
  wake();
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().at(0).evidence == "no call was refused");
  BOOST_TEST(outcomes()[0].worker == me);
  BOOST_TEST(records.moment(key).owner == me);
}

BOOST_FIXTURE_TEST_CASE(drops_that_outcome_after_a_takeover, frozen_worker) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  freeze();
  records.set(key, {"worker-2/a", ""});
  records.set_alive({{"worker-2", "a", "{}"}});
  driver->runs[0].done(step_failed("no disk"));
  wake();
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().empty());
  BOOST_TEST(records.moment(key).outcome.empty());
}

// -- recover --------------------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(restarts_a_recovery_that_lost_its_lease, frozen_worker) {
  std::vector<std::pair<permitted_step, driver_interface::recover_callback>> asked;
  driver->on_recover = [&](const auto& step, const auto& done) { asked.push_back({step, done}); };
  records.set(key, {"worker-3/a", ""});
  ask(deploy());
  until([&] { return asked.size() == 1; });
  freeze();
  BOOST_TEST(!asked[0].first.allowed.check());
  asked[0].second(std::nullopt);  // must not lead to a run
  wake();
  until([&] { return asked.size() == 2; });
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(asked[1].first.allowed.check());
  asked[1].second(std::nullopt);
  until([&] { return driver->runs.size() == 1; });
}

BOOST_FIXTURE_TEST_CASE(checks_the_lease_between_recovery_and_run, frozen_worker) {
  std::vector<driver_interface::recover_callback> asked;
  driver->on_recover = [&](const auto&, const auto& done) { asked.push_back(done); };
  records.set(key, {"worker-3/a", ""});
  ask(deploy());
  until([&] { return asked.size() == 1; });
  freeze();
  records.set(key, {"worker-2/a", ""});
  asked[0](std::nullopt);  // it made its calls before and was refused nothing
  wake();
  wait_in_vain();
  BOOST_TEST(driver->runs.empty());
}

// -- what is only read ----------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(without_a_lease_no_probe_and_no_late_answer, frozen_worker) {
  const auto probe = [&] {
    envelope out;
    out.id = "probe-1";
    out.type = step_probe_type;
    out.data = deploy();
    return messages.deliver("ironbus.steps", encode_envelope(out));
  };
  std::vector<driver_interface::recover_callback> asked;
  driver->on_probe = [&](const auto&, const auto& done) { asked.push_back(done); };
  const auto first = probe();
  until([&] { return asked.size() == 1; });
  freeze();
  asked[0](step_failed("no disk"));
  until([&] { return acked(first); });
  BOOST_TEST(outcomes().empty());
  const auto second = probe();
  until([&] { return acked(second); });
  BOOST_TEST(asked.size() == 1U);
  wake();
  probe();
  until([&] { return asked.size() == 2; });
}

BOOST_FIXTURE_TEST_CASE(without_a_lease_no_power_reading_and_no_late_state, frozen_worker) {
  envelope out;
  out.id = "survey-1";
  out.type = power_survey_type;
  out.data = power_survey{0,
                          {{fake_machine("n-1"), power_state::off, {}},
                           {fake_machine("n-2"), power_state::off, {}},
                           {fake_machine("n-3"), power_state::off, {}}}};
  std::vector<driver_interface::power_callback> asked;
  driver->on_read = [&](const machine&, const auto& done) { asked.push_back(done); };
  messages.deliver("ironbus.steps", encode_envelope(out));
  until([&] { return asked.size() == 2; });
  freeze();
  for (const auto& done : asked) done(machine_reading{power_state::on, {}});
  run_until_quiet();
  BOOST_TEST(asked.size() == 2U);  // the third was not read
  BOOST_TEST(messages.published().empty());
}

BOOST_AUTO_TEST_SUITE_END()
