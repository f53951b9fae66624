#include "tests/support/node_fixture/node_fixture.hpp"
#include "tests/support/recorded_spans.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// The spans of a node in the trace of the request.

namespace {

const auto caller = *parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

using names = std::vector<std::string>;

/// The client's next message has a trace; messages that follow have none.
template <class Tell>
void traced(node_fixture& n, Tell tell, trace_context trace = caller) {
  n.trace = std::move(trace);
  n.request_id = "req-1";
  tell();
  n.trace = {};
  n.request_id.clear();
}

names names_of(const node_fixture& n) {
  names out;
  for (const auto& x : n.spans) out.push_back(x.name);
  return out;
}

const tracing::span& find(const node_fixture& n, const std::string& name) {
  const auto found =
      std::find_if(n.spans.begin(), n.spans.end(), [&](const auto& x) { return x.name == name; });
  BOOST_REQUIRE_MESSAGE(found != n.spans.end(), "there is no span " + name);
  return *found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(traces_of_nodes)

BOOST_AUTO_TEST_CASE(a_workflow_and_its_steps_are_spans_of_the_request) {
  auto n = manageable();
  traced(n, [&] { n.order("inspect"); });
  const auto command = child_of(caller, n.last_id());
  BOOST_TEST(n.spans.empty());
  BOOST_TEST((n.now().current->trace == command));
  const auto asked_under = n.request_trace;
  n.pass(7s);
  n.run();
  const auto& workflow = find(n, "inspect");
  BOOST_TEST((workflow.parent == command.span));
  BOOST_TEST(attribute_of(workflow, trace_key::request_id) == "req-1");
  const auto& step = find(n, "inspect.inspect_hardware");
  BOOST_TEST((step.self == asked_under));
  BOOST_TEST((step.parent == workflow.self.span));
  BOOST_TEST((step.self.trace == caller.trace));
  BOOST_TEST((step.end - step.begin == 7s));
  BOOST_TEST(attribute_of(step, trace_key::node) == test_uuid);
  BOOST_TEST(attribute_of(step, trace_key::step_status) == "done");
  BOOST_TEST(!step.error.has_value());
}

BOOST_AUTO_TEST_CASE(a_step_that_fails_says_why) {
  auto n = manageable();
  traced(n, [&] { n.order("inspect"); });
  n.answer(step_status::failed, "nobody there");
  const auto& step = find(n, "inspect.inspect_hardware");
  BOOST_TEST(attribute_of(step, trace_key::error_type) == "failed");
  BOOST_TEST(step.error.value().find("nobody there") != std::string::npos);
  n.run();
  BOOST_TEST(find(n, "inspect").error.has_value());
}

BOOST_AUTO_TEST_CASE(a_crash_in_between_changes_nothing) {
  auto n = manageable();
  traced(n, [&] { n.order("inspect"); });
  const auto before = n.request_trace;
  const auto began = n.time;
  n.pass(60s);
  n.take_over();  // with the snapshot as stored
  BOOST_TEST((n.request_trace == before));
  n.pass(60s);
  n.run();
  const auto& step = find(n, "inspect.inspect_hardware");
  BOOST_TEST((step.self == before));
  BOOST_TEST((step.begin == began));
  BOOST_TEST((step.end - step.begin == 120s));
}

BOOST_AUTO_TEST_CASE(another_run_of_a_step_is_another_span) {
  auto n = manageable();
  traced(n, [&] { n.order("inspect"); });
  const auto first = n.request_trace;
  n.answer(step_status::interrupted, "its worker ended");
  BOOST_TEST((n.request_trace.trace == caller.trace));
  BOOST_TEST((n.request_trace.span != first.span));
  n.run();
  const auto runs = std::count_if(n.spans.begin(), n.spans.end(), [](const auto& x) {
    return x.name == "inspect.inspect_hardware";
  });
  BOOST_TEST(runs == 2);
}

BOOST_AUTO_TEST_CASE(a_power_change_is_a_span_of_its_request) {
  auto n = available();
  traced(n, [&] { n.power("power on"); });
  BOOST_TEST((n.request_trace.trace == caller.trace));
  n.pass(3s);
  n.done();
  const auto& step = find(n, "power.set_power_state");
  BOOST_TEST((step.self == n.request_trace));
  BOOST_TEST((step.end - step.begin == 3s));
}

BOOST_AUTO_TEST_CASE(a_driver_that_is_silent_is_a_span_with_an_error) {
  auto n = available();
  traced(n, [&] { n.power("power on"); });
  n.pass(n.options.step_timeout + 1s);
  BOOST_TEST(find(n, "power.set_power_state").error.value().starts_with("No driver answered"));
}

BOOST_AUTO_TEST_CASE(a_following_workflow_has_the_same_parent) {
  auto n = available();
  n.patch("replace", "/instance_info", json{{"image_source", "http://192.0.2.1/i"}});
  n.order("active");
  n.run();
  n.spans.clear();
  traced(n, [&] { n.order("deleted"); });
  n.run();
  BOOST_TEST((find(n, "undeploy").parent == find(n, "automated_clean").parent));
}

BOOST_AUTO_TEST_CASE(an_unsampled_trace_is_passed_on_but_not_recorded) {
  auto n = manageable();
  auto unsampled = caller;
  unsampled.sampled = false;
  traced(
      n, [&] { n.order("inspect"); }, unsampled);
  BOOST_TEST((n.request_trace.trace == caller.trace));
  BOOST_TEST(!n.request_trace.sampled);
  n.run();
  BOOST_TEST(names_of(n) == names{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_a_trace_none_is_stored) {
  auto n = manageable();
  n.order("inspect");
  BOOST_TEST(!n.request_trace.is_set());
  BOOST_TEST(encode_snapshot(n.now()).find("trace") == std::string::npos);
  n.run();
  BOOST_TEST(names_of(n) == names{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_log_names_the_trace) {
  auto n = manageable();
  traced(n, [&] { n.order("inspect"); });
  BOOST_TEST_REQUIRE(n.logged.size() == 1U);
  BOOST_TEST(n.logged[0].find(" trace_id=0af7651916cd43dd8448eb211c80319c span_id=") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
