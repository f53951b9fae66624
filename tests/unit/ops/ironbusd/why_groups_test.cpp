#include "ops/ironbusd/fleet_view/why_groups.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/unblocking_command.hpp"
#include "ops/ironbusd/fleet_view/why_report.hpp"
#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::fleet_view;
using namespace ironbus::test;

namespace {

json provision_call(const std::string& target) {
  return {{"who", "operator"},
          {"does", "does it"},
          {"call", "PUT /v1/nodes/x/states/provision"},
          {"body", {{"target", target}}}};
}

/// A node that waits for its agent.
json waiting(const std::string& name, const std::string& since) {
  auto why = shown_node(name, "clean wait", since);
  why["working"] = {{"kind", "automated_clean"},
                    {"index", 1},
                    {"steps", 3},
                    {"step", {{"interface", "deploy"}, {"step", "erase_devices"}}}};
  why["waiting"] = {{"for", "agent"},
                    {"who", "the agent in the machine"},
                    {"since", to_string(moment(since))},
                    {"until", to_string(moment("13:00:00"))},
                    {"on_expiry", "the cleaning fails"}};
  why["unblocked_by"] = json::array({provision_call("abort")});
  why["cause"] = {{"kind", "waiting"},
                  {"text", "clean wait, waiting for the agent in the machine"},
                  {"reason", nullptr}};
  return why;
}

json failed(const std::string& name, const std::string& reason) {
  auto why = shown_node(name, "deploy failed");
  why["last_error"] = "Step failed on node " + member_text(why, "uuid") + ": " + reason;
  why["waiting"] = {{"for", "operator"},
                    {"who", "an operator"},
                    {"until", nullptr},
                    {"on_expiry", "nothing; an operator must decide"}};
  why["unblocked_by"] = json::array({provision_call("active"), provision_call("deleted")});
  why["cause"] = {{"kind", "failed"},
                  {"text", "deploy failed, waiting for an operator"},
                  {"reason", "Step failed on node …: " + reason}};
  return why;
}

json groups_of(const std::vector<json>& whys) {
  why_groups out;
  for (const auto& one : whys) out.take(one);
  return out.document();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(why_nodes_wait)

BOOST_AUTO_TEST_CASE(nodes_are_grouped_by_cause_largest_group_first) {
  const auto groups =
      groups_of({failed("f1", "no power"), waiting("w1", "12:05:00"), waiting("w2", "12:01:00"),
                 failed("f2", "no disk"), waiting("w3", "12:09:00")});
  BOOST_TEST(groups["waiting"] == 5);
  BOOST_REQUIRE(groups["groups"].size() == 3U);
  const auto& first = groups["groups"][0];
  BOOST_TEST(first["count"] == 3);
  BOOST_TEST(first["cause"] == "clean wait, waiting for the agent in the machine");
  BOOST_TEST(first["kind"] == "waiting");
  BOOST_TEST(first["step"] == "deploy.erase_devices");
  BOOST_TEST(first["since"] == to_string(moment("12:01:00")));
  BOOST_TEST(first["until"] == to_string(moment("13:00:00")));
  BOOST_TEST(first["nodes"][0]["name"] == "w2");
  BOOST_TEST(first["unblocked_by"][0]["command"] == "baremetal node abort NODE");
}

BOOST_AUTO_TEST_CASE(the_reason_follows_the_cause) {
  const auto groups = groups_of({failed("f1", "no disk"), failed("f2", "no disk")});
  BOOST_REQUIRE(groups["groups"].size() == 1U);
  const auto& only = groups["groups"][0];
  BOOST_TEST(only["reason"] == "Step failed on node …: no disk");
  BOOST_TEST(only["cause"] ==
             "deploy failed, waiting for an operator: Step failed on node …: no disk");
  BOOST_TEST(only["since"] == to_string(moment("12:00:00")), "of the state");
}

BOOST_AUTO_TEST_CASE(nodes_with_one_key_are_one_group_with_the_text_of_one) {
  auto one = failed("f1", "disk 1 has 512 bytes");
  auto other = failed("f2", "disk 2 has 4096 bytes");
  for (auto* why : {&one, &other}) (*why)["cause"]["key"] = "failed: disk # has # bytes";
  const auto groups = groups_of({one, other, failed("f3", "no disk")});
  BOOST_REQUIRE(groups["groups"].size() == 2U);
  BOOST_TEST(groups["groups"][0]["count"] == 2);
  BOOST_TEST(mentions(groups["groups"][0]["cause"].get<std::string>(), "disk 1 has 512 bytes"));
}

BOOST_AUTO_TEST_CASE(long_lists_of_names_are_cut) {
  std::vector<json> nodes;
  for (int i = 10; i < 40; ++i) nodes.push_back(waiting("w" + std::to_string(i), "12:00:00"));
  const auto text = why_groups_text(groups_of(nodes), moment("12:10:00"));
  BOOST_TEST(mentions(text, "30 nodes: clean wait"), text);
  BOOST_TEST(mentions(text, " and 18 more\n"), text);
  BOOST_TEST(mentions(text, "longest since 2026-11-25 12:00:00Z (10 min)\n"), text);
}

BOOST_AUTO_TEST_CASE(entries_of_another_shape_are_accepted) {
  const auto groups = groups_of({json{}, json(3), json{{"cause", 7}}, json{{"cause", "x"}}});
  BOOST_TEST(groups["waiting"] == 4);
  BOOST_TEST(groups["groups"].size() == 3U);
  BOOST_TEST(!why_groups_text(groups, moment("12:00:00")).empty());
}

BOOST_AUTO_TEST_CASE(a_fleet_without_waiting_nodes) {
  BOOST_TEST(mentions(why_groups_text(groups_of({}), moment("12:00:00")), "No node waits"));
}

BOOST_AUTO_TEST_CASE(the_text_for_one_node) {
  auto why = waiting("w1", "12:05:00");
  why["target_provision_state"] = "available";
  why["power_state"] = "power on";
  why["drivers"] = {{"conductor_group", "rack"}, {"workers", {"d1", "d2"}}};
  const auto text = why_text(why, moment("12:10:00"));
  constexpr auto waits =
      "Waiting for the agent in the machine, since 2026-11-25 12:05:00Z (5 min); until "
      "2026-11-25 13:00:00Z (in 50 min), then the cleaning fails.\n";
  for (const auto* part : {"w1 is in clean wait, target state available; power on.\n",
                           "Running automated_clean: step 2 of 3, deploy.erase_devices", waits,
                           "Driver workers of conductor group 'rack': d1, d2.\n",
                           "operator does it\n      baremetal node abort w1\n"})
    BOOST_TEST(mentions(text, part), text);
}

BOOST_AUTO_TEST_CASE(the_usual_duration_of_a_step_is_shown_if_known) {
  auto why = waiting("w1", "12:05:00");
  BOOST_TEST(!mentions(why_text(why, moment("12:10:00")), "Usual duration"));
  why["working"]["usual"] = {{"median_seconds", 90.0},
                             {"p99_seconds", 600},
                             {"overdue", false},
                             {"expected_end", to_string(moment("12:11:30"))}};
  auto text = why_text(why, moment("12:10:00"));
  BOOST_TEST(mentions(text,
                      "Usual duration of this step: 1 min 30 s, 99 % of runs at most 10 min; "
                      "expected end in 1 min 30 s.\n"),
             text);
  why["working"]["usual"]["overdue"] = true;
  text = why_text(why, moment("12:10:00"));
  BOOST_TEST(mentions(text, "10 min; this run is overdue.\n"), text);
}

BOOST_AUTO_TEST_CASE(an_unconfirmed_power_state_is_shown) {
  auto why = waiting("w1", "12:05:00");
  BOOST_TEST(!mentions(why_text(why, moment("12:10:00")), "not confirmed"));
  why["power_unconfirmed"] = {{"order", "power off"},
                              {"since", to_string(moment("12:08:00"))},
                              {"by", "ann"},
                              {"reason", "HTTP 500"}};
  const auto text = why_text(why, moment("12:10:00"));
  BOOST_TEST(mentions(text,
                      "Power state not confirmed, since 2026-11-25 12:08:00Z (2 min): the order "
                      "'power off' by ann ended without a result: HTTP 500\n"),
             text);
}

BOOST_AUTO_TEST_CASE(an_overdue_wait) {
  const auto text = why_text(waiting("w1", "12:05:00"), moment("13:01:00"));
  BOOST_TEST(mentions(text, "until 2026-11-25 13:00:00Z (1 min ago)"), text);
}

BOOST_AUTO_TEST_CASE(answers_of_another_shape_are_accepted) {
  for (const auto& why : {json{}, json::array(), json{{"waiting", 3}, {"unblocked_by", {{"a", 1}}}},
                          json{{"working", {{"steps", "x"}}},
                               {"drivers", {{"workers", {1, nullptr}}}},
                               {"power_state", "error"},
                               {"unblocked_by", {1, "x"}}}}) {
    BOOST_TEST(!why_text(why, moment("12:00:00")).empty());
    why_document(why);
  }
}

BOOST_AUTO_TEST_CASE(calls_map_to_client_commands) {
  for (const auto& [target, command] :
       {std::pair{"manage", "manage"}, std::pair{"active", "deploy"},
        std::pair{"deleted", "undeploy"}, std::pair{"abort", "abort"},
        std::pair{"unhold", "unhold"}, std::pair{"rebuild", "rebuild"}})
    BOOST_TEST(unblocking_command(provision_call(target), "n") ==
               "baremetal node " + std::string{command} + " n");
  BOOST_TEST(unblocking_command({{"call", "DELETE /v1/nodes/x/maintenance"}}, "n") ==
             "baremetal node maintenance unset n");
  BOOST_TEST(unblocking_command({{"call", "POST /v1/heartbeat/x"}}, "n").empty());
  BOOST_TEST(unblocking_command(provision_call("nonsense"), "n").empty());
}

BOOST_AUTO_TEST_SUITE_END()
