#include "ops/ironbusd/fleet_view/timeline.hpp"

#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::fleet_view;
using namespace ironbus::test;

namespace {

json event_of(const std::string& type, const std::string& time, json data) {
  return {
      {"type", "ironbus." + type}, {"time", to_string(moment(time))}, {"data", std::move(data)}};
}

json move_to(const std::string& state, const std::string& cause, const std::string& time) {
  return event_of("provision_state_changed", time, {{"to", state}, {"event", cause}});
}

json step_event(const std::string& type, const std::string& time, const std::string& operation) {
  return event_of(type, time,
                  {{"operation_id", operation},
                   {"index", 0},
                   {"attempt", 2},
                   {"interface", "deploy"},
                   {"step", "deploy"},
                   {"workflow", "deploy"},
                   {"status", "done"},
                   {"worker", "w1/x"},
                   {"reason", ""}});
}

timeline_facts cleaned() {
  timeline_facts out;
  out.node = shown_node("n1", "available");
  out.events = json::array({event_of("node_created", "12:00:00", {{"provision_state", "enroll"}}),
                            move_to("verifying", "manage", "12:01:00"),
                            move_to("manageable", "done", "12:01:04")});
  out.operations = json::array({{{"id", "op-1"},
                                 {"kind", "verify"},
                                 {"ledger",
                                  {{{"interface", "power"},
                                    {"name", "get_power_state"},
                                    {"attempt", 1},
                                    {"started_at", to_string(moment("12:01:01"))},
                                    {"finished_at", to_string(moment("12:01:03"))},
                                    {"status", "failed"},
                                    {"worker", "w1/incarnation"},
                                    {"evidence", "no answer"}}}}}});
  out.history = json::array({{{"created_at", to_string(moment("12:01:03"))},
                              {"severity", "ERROR"},
                              {"event", "it broke"},
                              {"user", "ann"}}});
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(timelines)

BOOST_AUTO_TEST_CASE(states_have_durations_and_steps) {
  const auto states = timeline_document(cleaned(), moment("12:02:04"))["states"];
  BOOST_REQUIRE(states.size() == 3U);
  BOOST_TEST(states[0]["state"] == "enroll");
  BOOST_TEST(states[0]["seconds"] == 60.0);
  BOOST_TEST(states[1]["event"] == "manage");
  BOOST_TEST(states[1]["seconds"] == 4.0);
  BOOST_TEST(states[2]["until"].is_null());
  BOOST_TEST(states[2]["seconds"] == 60.0);
  BOOST_REQUIRE(states[1]["steps"].size() == 1U);
  const auto& step = states[1]["steps"][0];
  BOOST_TEST(step["step"] == "power.get_power_state");
  BOOST_TEST(step["seconds"] == 2.0);
  BOOST_TEST(step["worker"] == "w1");
  BOOST_TEST(states[1]["notes"][0]["text"] == "it broke");
}

BOOST_AUTO_TEST_CASE(steps_of_the_running_workflow_come_from_events) {
  auto facts = cleaned();
  facts.events.push_back(move_to("deploying", "deploy", "12:03:00"));
  facts.events.push_back(step_event("step_started", "12:03:01", "op-2"));
  auto steps = timeline_document(facts, moment("12:04:00"))["states"].back()["steps"];
  BOOST_REQUIRE(steps.size() == 1U);
  BOOST_TEST(steps[0]["status"] == "running");
  BOOST_TEST(steps[0]["attempt"] == 2);
  BOOST_TEST(steps[0]["seconds"].is_null());
  facts.events.push_back(step_event("step_finished", "12:03:09", "op-2"));
  steps = timeline_document(facts, moment("12:04:00"))["states"].back()["steps"];
  BOOST_REQUIRE(steps.size() == 1U);
  BOOST_TEST(steps[0]["status"] == "done");
  BOOST_TEST(steps[0]["seconds"] == 8.0);
}

BOOST_AUTO_TEST_CASE(steps_in_the_ledger_are_not_repeated_from_events) {
  auto facts = cleaned();
  facts.events.push_back(step_event("step_started", "12:01:01", "op-1"));
  BOOST_TEST(timeline_document(facts, moment("12:04:00"))["states"][1]["steps"].size() == 1U);
}

BOOST_AUTO_TEST_CASE(without_events_steps_are_under_an_unknown_state) {
  auto facts = cleaned();
  facts.events = json::array();
  const auto timeline = timeline_document(facts, moment("12:04:00"));
  BOOST_REQUIRE(timeline["states"].size() == 1U);
  BOOST_TEST(timeline["states"][0]["state"].is_null());
  BOOST_TEST(timeline["states"][0]["steps"].size() == 1U);
  BOOST_TEST(mentions(timeline_text(timeline), "before"), timeline_text(timeline));
}

BOOST_AUTO_TEST_CASE(the_text_has_durations_and_reasons) {
  const auto text = timeline_text(timeline_document(cleaned(), moment("12:02:04")));
  for (const auto* part :
       {"n1 (00000000-0000-4000-8000-0000000000n1) is in available.\n", "by manage\n",
        "power.get_power_state  2.0 s         failed, w1: no answer\n", "ERROR by ann: it broke\n",
        "1 min so far"})
    BOOST_TEST(mentions(text, part), text);
}

BOOST_AUTO_TEST_CASE(a_node_without_a_past) {
  timeline_facts facts;
  facts.node = shown_node("n1", "enroll");
  const auto text = timeline_text(timeline_document(facts, moment("12:00:00")));
  BOOST_TEST(mentions(text, "No states or steps are stored"), text);
}

BOOST_AUTO_TEST_SUITE_END()
