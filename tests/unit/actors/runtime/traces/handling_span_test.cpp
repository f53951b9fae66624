#include "actors/runtime/aggregate/handling_span.hpp"

#include "tests/support/recorded_spans.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// The spans of handling a message, in the trace of its sender.

namespace {

const auto sender = *parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
const auto other = *parse_traceparent("00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b173-01");

struct set_clock final : ironbus::clock {
  timestamp now() const override { return time; }
  timestamp time{std::chrono::hours{1}};
};

inbound message(std::string subject = "node-1",
                std::string type = "ironbus.command.set_provision_state") {
  inbound out;
  out.id = "message-1";
  out.type = std::move(type);
  out.subject = std::move(subject);
  out.request_id = "req-1";
  out.trace = sender;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(handling_spans)

BOOST_AUTO_TEST_CASE(handling_is_one_span_and_the_commit_another) {
  const recorded_spans seen;
  set_clock time;
  handling_span handled;
  handled.begin(message(), {}, time);
  time.time += 1ms;
  handled.commit_begins(time);
  time.time += 2ms;
  handled.commit_ends(time);
  handled.end(time);
  const auto all = seen.all();
  BOOST_TEST_REQUIRE(all.size() == 2U);
  const auto& commit = all[0];
  const auto& whole = all[1];
  BOOST_TEST(whole.name == "node set_provision_state");
  BOOST_TEST((whole.how == tracing::kind::consumer));
  BOOST_TEST((whole.self == child_of(sender, "message-1")));
  BOOST_TEST((whole.parent == sender.span));
  BOOST_TEST((whole.end - whole.begin == 3ms));
  BOOST_TEST(attribute_of(whole, trace_key::node) == "node-1");
  BOOST_TEST(attribute_of(whole, trace_key::message_id) == "message-1");
  BOOST_TEST(attribute_of(whole, trace_key::request_id) == "req-1");
  BOOST_TEST(!whole.error.has_value());
  BOOST_TEST(commit.name == "commit");
  BOOST_TEST((commit.parent == whole.self.span));
  BOOST_TEST((commit.end - commit.begin == 2ms));
}

BOOST_AUTO_TEST_CASE(a_rejection_is_an_error_without_a_commit) {
  const recorded_spans seen;
  set_clock time;
  handling_span handled;
  handled.begin(message(), {}, time);
  handled.end(time, failure{error_code::conflict, "It is locked."});
  const auto all = seen.all();
  BOOST_TEST_REQUIRE(all.size() == 1U);
  BOOST_TEST(all[0].error.value() == "It is locked.");
  BOOST_TEST(attribute_of(all[0], trace_key::error_type) ==
             std::string{to_string(error_code::conflict)});
}

BOOST_AUTO_TEST_CASE(a_repeated_message_is_recorded_once) {
  const recorded_spans seen;
  set_clock time;
  handling_span handled;
  handled.begin(message(), {}, time);
  handled.drop();
  handled.commit_ends(time);
  handled.end(time);
  BOOST_TEST(seen.all().empty());
}

BOOST_AUTO_TEST_CASE(a_step_of_another_trace_is_linked) {
  const recorded_spans seen;
  set_clock time;
  handling_span handled;
  for (const auto& work : {other, sender, trace_context{}}) {
    handled.begin(message("node-1", "ironbus.command.agent_heartbeat"), work, time);
    handled.end(time);
  }
  const auto all = seen.all();
  BOOST_TEST(all[0].name == "node agent_heartbeat");
  BOOST_TEST_REQUIRE(all[0].links.size() == 1U);
  BOOST_TEST((all[0].links[0] == other));
  BOOST_TEST(all[1].links.empty());  // it belongs to that trace
  BOOST_TEST(all[2].links.empty());
}

BOOST_AUTO_TEST_CASE(the_end_of_a_step_is_a_message_too) {
  const recorded_spans seen;
  set_clock time;
  handling_span handled;
  handled.begin(message("node-1", "ironbus.step.outcome"), {}, time);
  handled.end(time);
  BOOST_TEST(seen.all()[0].name == "node step.outcome");
}

BOOST_AUTO_TEST_CASE(a_span_names_its_record) {
  const recorded_spans seen;
  set_clock time;
  handling_span handled;
  handled.begin(message("allocation/a-1", "ironbus.command.create_record"), {}, time);
  handled.end(time);
  BOOST_TEST(seen.all()[0].name == "allocation create_record");
  BOOST_TEST(attribute_of(seen.all()[0], trace_key::record) == "allocation/a-1");
}

BOOST_AUTO_TEST_SUITE_END()
