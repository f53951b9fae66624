#include "worker.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

member alive(std::string name, std::string incarnation) {
  return {std::move(name), std::move(incarnation), "{}"};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(executor_faults)

// -- claims of others -----------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(leaves_a_step_to_its_living_worker, worker) {
  records.set(key, {"worker-2/a", ""});
  records.set_alive({alive("worker-2", "a")});
  const auto tag = ask(deploy());
  until([&] { return records.calls() >= 6; });  // it has checked more than once
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(driver->recoveries == 0U);
  BOOST_TEST(!acked(tag));

  envelope end;
  end.id = "theirs";
  end.type = step_outcome_type;
  end.data = step_outcome{};
  records.set(key, {"worker-2/a", encode_envelope(end)});
  until([&] { return acked(tag); });
  BOOST_TEST(messages.published().at(0).id == "theirs");
  BOOST_TEST(driver->runs.empty());
}

BOOST_FIXTURE_TEST_CASE(recovers_the_step_of_a_dead_worker, worker) {
  records.set(key, {"worker-2/a", ""});
  records.set_alive({alive("worker-2", "c")});
  driver->on_recover = [](const auto&, const auto& done) { done(step_done({}, "it had ended")); };
  const auto tag = ask(deploy());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->recoveries == 1U);
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(outcomes().at(0).evidence == "it had ended");
  BOOST_TEST(records.moment(key).owner == me);
  BOOST_TEST(subject->counters().recovered == 1U);
}

BOOST_FIXTURE_TEST_CASE(recovers_the_step_of_an_earlier_incarnation, worker) {
  records.set(key, {"worker-1/a", ""});
  records.set_alive({alive("worker-1", "b")});
  ask(deploy());
  until([&] { return driver->runs.size() == 1; });  // repeatable: recovering means running
  BOOST_TEST(driver->recoveries == 1U);
}

BOOST_FIXTURE_TEST_CASE(interrupts_a_step_that_must_not_be_repeated, worker) {
  records.set(key, {"worker-2/a", ""});
  auto once = deploy();
  once.what.repeatable = false;
  const auto tag = ask(once);
  until([&] { return acked(tag); });
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(to_string(outcomes().at(0).status) == "interrupted");
}

BOOST_FIXTURE_TEST_CASE(a_new_owner_does_not_repeat_a_restart, worker) {
  for (const auto* target : {"rebooting", "soft rebooting"}) {
    records.set(key, {"worker-2/a", ""});
    const auto tag = ask(request_for("power", "set_power_state", {{"target", target}}));
    until([&] { return acked(tag); });
    BOOST_TEST(driver->runs.empty(), target);
    BOOST_TEST(to_string(outcomes().back().status) == "interrupted", target);
  }
}

BOOST_FIXTURE_TEST_CASE(a_worker_that_dies_loses_its_step, worker) {
  records.set(key, {"worker-2/a", ""});
  records.set_alive({alive("worker-2", "a")});
  ask(deploy());
  until([&] { return records.calls() >= 4; });
  records.set_alive({});
  until([&] { return driver->recoveries == 1; });
  BOOST_TEST(records.moment(key).owner == me);
}

BOOST_FIXTURE_TEST_CASE(a_worker_considered_dead_leaves_the_outcome_to_the_new_owner, worker) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  records.set(key, {"worker-2/a", ""});  // taken over while this one was frozen
  records.set_alive({alive("worker-2", "a")});
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().empty());
  BOOST_TEST(records.moment(key).outcome.empty());
}

BOOST_FIXTURE_TEST_CASE(returns_the_request_of_a_dead_new_owner, worker) {
  const auto ours = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  records.set(key, {"worker-2/a", ""});
  const auto new_owners = ask(deploy());  // redelivered when the new owner died; joins the run
  driver->runs[0].done(step_done());
  until([&] { return messages.requeued().size() == 2; });
  BOOST_TEST((messages.requeued() == std::vector{ours, new_owners}));
  BOOST_TEST(outcomes().empty());
  ask(deploy());
  until([&] { return driver->recoveries == 1; });
  BOOST_TEST(records.moment(key).owner == me);
}

// -- store and bus away ---------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(without_the_store_nothing_runs_and_nothing_is_lost, worker) {
  records.set_down(true);
  const auto tag = ask(deploy());
  until([&] { return records.calls() >= 3; });
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(!acked(tag));

  records.set_down(false);
  until([&] { return driver->runs.size() == 1; });
  records.set_down(true);
  driver->runs[0].done(step_done());
  const auto before = records.calls();
  until([&] { return records.calls() >= before + 3; });
  BOOST_TEST(outcomes().empty());  // not published before it is recorded

  records.set_down(false);
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().size() == 1U);
  BOOST_TEST(driver->runs.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(publishes_an_outcome_until_the_bus_accepts_it, worker) {
  messages.publish_failures = 3;
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_done());
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().size() == 1U);
  BOOST_TEST(messages.publish_failures == 0U);
}

// -- the end --------------------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(draining_finishes_steps_and_returns_the_rest, worker) {
  auto waiting = deploy();
  waiting.id.operation_id = "op-2";
  records.set("op-2.3.1", {"worker-2/a", ""});
  records.set_alive({alive("worker-2", "a")});
  const auto running_tag = ask(deploy());
  const auto waiting_tag = ask(waiting);
  until([&] { return driver->runs.size() == 1 && records.calls() >= 4; });

  std::optional<size_t> left;
  subject->drain(10s, [&](size_t steps) { left = steps; });
  run_until_quiet();
  BOOST_TEST(!left);
  BOOST_TEST((messages.requeued() == std::vector{waiting_tag}));
  driver->runs[0].done(step_done());
  until([&] { return left.has_value(); });
  BOOST_TEST(*left == 0U);
  BOOST_TEST(acked(running_tag));
}

BOOST_FIXTURE_TEST_CASE(draining_stops_at_its_limit_and_keeps_the_request, worker) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  std::optional<size_t> left;
  subject->drain(5ms, [&](size_t steps) { left = steps; });
  until([&] { return left.has_value(); });
  BOOST_TEST(*left == 1U);
  driver->runs[0].done(step_done());
  run_until_quiet();
  BOOST_TEST(outcomes().empty());
  BOOST_TEST(!acked(tag));
  BOOST_TEST(messages.requeued().empty());
}

BOOST_FIXTURE_TEST_CASE(can_be_destroyed_with_steps_in_every_state, worker) {
  auto waiting = deploy();
  waiting.id.operation_id = "op-2";
  records.set("op-2.3.1", {"worker-2/a", ""});
  records.set_alive({alive("worker-2", "a")});
  ask(deploy());
  ask(waiting);
  until([&] { return driver->runs.size() == 1 && records.calls() >= 4; });
  ask(request_for("deploy", "prepare"));
  subject.reset();
  driver->runs[0].done(step_done());
  run_until_quiet();
  BOOST_TEST(messages.acked().empty());
}

// -- many at once ---------------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(two_threads_and_thousands_of_duplicate_requests, worker) {
  boost::asio::io_context threaded;
  auto real = build_registry(std::make_shared<installation_policy>(), {}, threaded);
  BOOST_REQUIRE(real.has_value());
  manual_bus queue;
  constexpr uint32_t steps = 2000;
  {
    executor many{threaded, queue, records, records,
                  *real,    held,  time,    std::make_shared<installation_policy>()};
    many.start();
    auto hold = boost::asio::make_work_guard(threaded);
    std::thread one{[&] { threaded.run(); }}, two{[&] { threaded.run(); }};
    auto x = deploy();
    for (uint32_t i = 0; i < steps; ++i) {
      x.id.index = i;
      queue.deliver("ironbus.steps", encode_request(x));
      queue.deliver("ironbus.steps", encode_request(x));
    }
    const auto limit = std::chrono::steady_clock::now() + 30s;
    while (queue.acked().size() < 2 * steps && std::chrono::steady_clock::now() < limit)
      std::this_thread::yield();
    hold.reset();
    one.join();
    two.join();
    BOOST_TEST(queue.acked().size() == 2 * steps);
    BOOST_TEST(many.counters().executed == steps);
    BOOST_TEST(many.counters().duplicates_dropped + many.counters().outcomes_republished == steps);
  }
}

BOOST_AUTO_TEST_SUITE_END()
