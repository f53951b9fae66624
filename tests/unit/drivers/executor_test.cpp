#include "messages/wire/routing.hpp"
#include "worker.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

std::string recorded_outcome(step_status status) {
  step_outcome x;
  x.id = deploy().id;
  x.status = status;
  envelope out;
  out.id = "outcome-1";
  out.type = step_outcome_type;
  out.subject = "n-1";
  out.data = x;
  return encode_envelope(out);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(executor_requests)

BOOST_FIXTURE_TEST_CASE(it_consumes_the_steps_of_its_conductor_groups, worker) {
  BOOST_TEST(messages.subscriptions().size() == 1U);
  const auto wanted = messages.subscriptions().front();
  BOOST_TEST(wanted.queue == "ironbus.steps");
  BOOST_TEST(wanted.exchange == "ironbus.steps");
  BOOST_TEST(wanted.bindings == std::vector<std::string>{"step.*"});

  executor_options options;
  options.groups = {"rack-7"};
  executor other{io,       messages, records, records,
                 *drivers, held,     time,    std::make_shared<installation_policy>(),
                 options};
  other.start();
  const auto grouped = messages.subscriptions().back();
  BOOST_TEST(grouped.queue == "ironbus.steps.rack-7");
  BOOST_TEST(grouped.bindings == std::vector<std::string>{"step.*.rack-7"});
}

BOOST_FIXTURE_TEST_CASE(claims_then_runs_then_records_then_publishes_then_acks, worker) {
  messages.confirms = false;
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  BOOST_TEST(records.moment(key).owner == me);
  BOOST_TEST(records.moment(key).outcome.empty());

  facts observed;
  observed.power_state = power_state::on;
  driver->runs[0].done(step_done(observed, "seen"));
  until([&] { return messages.published().size() == 1; });
  const auto message = messages.published()[0];
  BOOST_TEST(message.exchange == "ironbus.node");
  BOOST_TEST(message.routing_key == routing::shard_key(routing::shard_of("n-1", 64)));
  BOOST_TEST(message.durable);
  BOOST_TEST(message.mandatory);
  BOOST_TEST(records.moment(key).outcome == message.body);
  run_until_quiet();
  BOOST_TEST(!acked(tag));  // not confirmed yet

  messages.confirm_all();
  until([&] { return acked(tag); });
  const auto outcome = outcomes().at(0);
  BOOST_TEST((outcome.id == deploy().id));
  BOOST_TEST(to_string(outcome.status) == "done");
  BOOST_TEST(outcome.worker == me);
  BOOST_TEST(outcome.evidence == "seen");
  BOOST_TEST((outcome.observed.power_state.value() == power_state::on));
  BOOST_TEST(subject->counters().executed == 1U);
}

BOOST_FIXTURE_TEST_CASE(runs_a_duplicate_request_once_and_acks_both, worker) {
  const auto first = ask(deploy());
  const auto second = ask(deploy());
  until([&] { return subject->counters().duplicates_dropped == 1; });
  run_until_quiet();
  BOOST_TEST(driver->runs.size() == 1U);
  BOOST_TEST(!acked(second));  // the first delivery may be invalid by now
  driver->runs[0].done(step_done());
  until([&] { return acked(first) && acked(second); });
  BOOST_TEST(outcomes().size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(answers_a_request_for_a_finished_step_again, worker) {
  const auto text = recorded_outcome(step_status::done);
  records.set(key, {"worker-9/x", text});
  const auto tag = ask(deploy());
  until([&] { return acked(tag); });
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(messages.published().at(0).body == text);
  BOOST_TEST(messages.published().at(0).id ==
             "outcome-1");  // the same message id, for deduplication
  BOOST_TEST(subject->counters().outcomes_republished == 1U);
}

BOOST_FIXTURE_TEST_CASE(publishes_and_acks_a_wait, worker) {
  const auto tag = ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  driver->runs[0].done(step_waiting_for_agent(90));
  until([&] { return acked(tag); });
  BOOST_TEST(outcomes().size() == 1U);
  BOOST_TEST(to_string(outcomes()[0].status) == "waiting");
  BOOST_TEST(outcomes()[0].wait_seconds.value() == 90U);
  driver->runs[0].done(step_done());
  run_until_quiet();
  BOOST_TEST(outcomes().size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(dead_letters_unreadable_messages, worker) {
  const auto noise = messages.deliver("ironbus.steps", "noise");
  envelope unknown;
  unknown.id = "x";
  unknown.type = "ironbus.unknown";
  unknown.data = json::object();
  const auto other = messages.deliver("ironbus.steps", encode_envelope(unknown));
  unknown.type = step_request_type;
  unknown.data = json{{"id", {{"index", "three"}}}};
  const auto shapeless = messages.deliver("ironbus.steps", encode_envelope(unknown));
  unknown.data = json::object();
  const auto nameless = messages.deliver("ironbus.steps", encode_envelope(unknown));
  run_until_quiet();
  BOOST_TEST((messages.dead_lettered() == std::vector{noise, other, shapeless, nameless}));
  BOOST_TEST(subject->counters().rejected == 4U);
  BOOST_TEST(records.calls() == 0U);
}

BOOST_FIXTURE_TEST_CASE(fails_steps_that_it_cannot_run_with_a_reason, worker) {
  auto no_step = request_for("deploy", "dance");
  auto no_name = deploy();
  no_name.id.index = 4;
  no_name.machine.interfaces["deploy"] = "magic";
  auto refused = request_for("bios", "factory_reset");
  refused.id.index = 5;
  refused.machine.interfaces["bios"] = "no-bios";
  auto no_kind = deploy();
  no_kind.id.index = 6;
  no_kind.machine.interfaces.erase("deploy");
  for (const auto& x : {no_step, no_name, refused, no_kind}) ask(x);
  until([&] { return outcomes().size() == 4; });
  std::map<uint32_t, std::string> reasons;
  for (const auto& x : outcomes()) reasons[x.id.index] = x.reason;
  BOOST_TEST(reasons[3] == "The deploy interface 'fake' has no step 'dance'.");
  BOOST_TEST(reasons[4] == "This driver worker has no deploy interface 'magic'.");
  BOOST_TEST(reasons[5] == "Driver fake-hardware does not support bios.");
  BOOST_TEST(reasons[6] == "The node has no deploy interface.");
  BOOST_TEST(subject->counters().failed == 4U);
  BOOST_TEST(subject->counters().executed == 0U);
}

BOOST_FIXTURE_TEST_CASE(a_driver_that_throws_fails_its_step_without_leaking_secrets, worker) {
  driver->on_run = [](const auto&, const auto&) { throw std::runtime_error{"password=hunter2"}; };
  const auto tag = ask(deploy());
  until([&] { return acked(tag); });
  BOOST_TEST(to_string(outcomes().at(0).status) == "failed");
  BOOST_TEST(outcomes()[0].reason.find("hunter2") == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(does_not_start_a_step_after_its_deadline, worker) {
  auto late = deploy();
  late.deadline = time.moment - std::chrono::seconds{1};
  ask(late);
  until([&] { return outcomes().size() == 1; });
  BOOST_TEST(driver->runs.empty());
  BOOST_TEST(outcomes()[0].reason == "The deadline expired before the step started.");
}

BOOST_FIXTURE_TEST_CASE(cancels_an_unanswered_step_after_the_deadline, worker) {
  auto timely = deploy();
  timely.deadline = time.moment + std::chrono::milliseconds{2};
  const auto tag = ask(timely);
  until([&] { return acked(tag); });
  BOOST_TEST(driver->runs.size() == 1U);
  BOOST_TEST(to_string(outcomes().at(0).status) == "interrupted");
  BOOST_TEST(
      !driver->runs.at(0).request.allowed.check());  // the node continues, so the driver must stop
}

BOOST_AUTO_TEST_SUITE_END()
