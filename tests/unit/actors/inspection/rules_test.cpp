#include "actors/inspection/rules/report.hpp"
#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace ironbus::test;

namespace {

constexpr auto say = R"([{"op": "log", "args": ["x"]}])";

json with_field(const std::string& name, const json& value) {
  auto out = numbered_rule(1, "[]", say);
  out[name] = value;
  return out;
}

std::string last_digits(const std::vector<rule_ptr>& rules) {
  std::string out;
  for (const auto& x : rules) out += x->uuid.back();
  return out;
}

std::vector<rule_ptr> of_origin(const std::vector<json>& rules, rule_origin origin) {
  std::vector<rule_ptr> out;
  out.reserve(rules.size());
  for (const auto& x : rules) out.push_back(*compile_rule(x, origin));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_rules_of_the_specification_enroll_nodes) {
  const auto dell = numbered_rule(1, R"([
      {"op": "is-true", "args": ["{node.auto_discovered}"]},
      {"op": "contains", "args": ["{inventory[system_vendor][manufacturer]}", "(?i)dell"]}])",
                                  R"([
      {"op": "set-attribute", "args": ["/driver", "idrac"]},
      {"op": "set-attribute", "args": ["/driver_info/redfish_address", "https://{inventory[bmc_v6address]}"]},
      {"op": "set-attribute", "args": ["/driver_info/redfish_password", "calvin"]}])",
                                  R"({"sensitive": true})");
  const auto fresh = numbered_rule(2, R"([
      {"op": "is-true", "args": ["{node.auto_discovered}"]},
      {"op": "!is-empty", "args": ["{plugin_data[bmc_address]}"]}])",
                                   R"([
      {"op": "set-attribute", "args": ["/driver_info/ipmi_address", "{plugin_data[bmc_address]}"]}])",
                                   R"({"sensitive": true})");
  const auto done = apply({dell, fresh});
  BOOST_TEST(done.docs.node["driver"] == "idrac");
  BOOST_TEST(done.docs.node["driver_info"]["redfish_address"] == "https://2001:db8::9");
  BOOST_TEST(done.docs.node["driver_info"]["ipmi_address"] == "192.0.2.9");
  BOOST_TEST(done.docs.node["driver_info"]["redfish_password"] == "calvin");
  BOOST_TEST(report_of(done).dump().find("calvin") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_rule_is_checked_field_by_field) {
  BOOST_TEST(refusal_of(numbered_rule(1, "[]", say)) == "");
  const std::vector<std::pair<std::string, json>> wrong{{"uuid", "x"},
                                                        {"priority", 10000},
                                                        {"priority", -1},
                                                        {"priority", 5000.5},
                                                        {"priority", "5x"},
                                                        {"priority", nullptr},
                                                        {"priority", 1e30},
                                                        {"phase", "late"},
                                                        {"phase", 3},
                                                        {"sensitive", "yes"},
                                                        {"sensitive", 1},
                                                        {"scope", 7},
                                                        {"scope", std::string(256, 'a')},
                                                        {"description", json::array()},
                                                        {"conditions", json::object()},
                                                        {"actions", json::array()},
                                                        {"actions", "x"},
                                                        {"built_in", false},
                                                        {"links", json::array()},
                                                        {"created_at", "x"}};
  for (const auto& [name, value] : wrong)
    BOOST_TEST(refusal_of(with_field(name, value)) != "", name << value);
  BOOST_TEST(refusal_of(json::array()) != "");
  BOOST_TEST(refusal_of(json{{"uuid", nullptr}}) == "Invalid value for 'actions': it is required.");
}

BOOST_AUTO_TEST_CASE(texts_of_stock_clients_are_converted) {
  auto source =
      numbered_rule(1, "[]", say, R"({"priority": "42", "sensitive": "True", "phase": null})");
  const auto nulls =
      check_rule(numbered_rule(1, "null", say, R"({"sensitive": null})"), rule_origin::user);
  BOOST_TEST((*nulls)["sensitive"] == false);
  BOOST_TEST((*nulls)["conditions"] == json::array());
  const auto checked = check_rule(source, rule_origin::user);
  BOOST_TEST((*checked)["priority"] == 42);
  BOOST_TEST((*checked)["sensitive"] == true);
  BOOST_TEST((*checked)["phase"] == "main");
  BOOST_TEST((*checked)["scope"] == json{});
}

BOOST_AUTO_TEST_CASE(the_early_phase_has_no_node) {
  const auto early = [](const std::string& conditions, const std::string& actions) {
    return refusal_of(numbered_rule(1, conditions, actions, R"({"phase": "early"})"));
  };
  BOOST_TEST(early("[]", say) == "");
  BOOST_TEST(early("[]", R"([{"op": "set-plugin-data", "args": ["x", "{inventory[cpu]}"]}])") ==
             "");
  BOOST_TEST(
      early("[]", R"([{"op": "set-attribute", "args": ["extra/x", 1]}])").find("needs a node") !=
      std::string::npos);
  BOOST_TEST(early("[]", R"([{"op": "api-call", "args": ["http://x/"]}])") != "");
  BOOST_TEST(early(R"([{"op": "is-true", "args": ["{node.maintenance}"]}])", say) != "");
  BOOST_TEST(early("[]", R"([{"op": "log", "args": ["{item}"], "loop": ["{node.name}"]}])") != "");
}

BOOST_AUTO_TEST_CASE(rules_are_chosen_by_phase_and_scope_and_ordered_by_priority) {
  auto all = of_origin(
      {numbered_rule(1, "[]", say), numbered_rule(2, "[]", say, R"({"priority": 9})"),
       numbered_rule(3, "[]", say, R"({"scope": "lab"})"),
       numbered_rule(4, "[]", say, R"({"phase": "preprocess"})"), numbered_rule(5, "[]", say)},
      rule_origin::user);
  const auto built_in =
      of_origin({numbered_rule(6, "[]", say), numbered_rule(7, "[]", say, R"({"priority": -3})"),
                 numbered_rule(8, "[]", say, R"({"priority": 20000})")},
                rule_origin::built_in);
  all.insert(all.begin(), built_in.begin(), built_in.end());
  BOOST_TEST(last_digits(choose_rules(all, {})) == "821567");
  BOOST_TEST(last_digits(choose_rules(all, {rule_phase::main, "lab", ""})) == "8213567");
  BOOST_TEST(last_digits(choose_rules(all, {rule_phase::main, "lab", "hall"})) == "8367");
  BOOST_TEST(last_digits(choose_rules(all, {rule_phase::main, "", "hall"})) == "867");
  BOOST_TEST(last_digits(choose_rules(all, {rule_phase::preprocess, "", ""})) == "4");
}

BOOST_AUTO_TEST_CASE(later_rules_see_earlier_changes_and_a_failure_ends_the_run) {
  const auto done = apply(
      {numbered_rule(1, "[]", R"([{"op": "set-plugin-data", "args": ["n.x", 5]}])"),
       numbered_rule(
           2, R"([{"op": "eq", "args": ["{plugin_data[n][x]}", 5]}])",
           R"([{"op": "set-attribute", "args": ["extra/seen", true]}, {"op": "fail", "args": ["no {node.name}"]}])"),
       numbered_rule(3, "[]", R"([{"op": "set-attribute", "args": ["extra/late", true]}])")});
  BOOST_TEST(done.docs.node["extra"]["seen"] == true);
  BOOST_TEST(!done.docs.node["extra"].contains("late"));
  BOOST_TEST(done.failed->message ==
             "Inspection rule 00000000-0000-0000-0000-000000000002 failed: fail: no node-7");
}

BOOST_AUTO_TEST_CASE(a_sensitive_rule_reveals_nothing) {
  const auto done =
      apply({numbered_rule(
                1, R"([{"op": "eq", "args": ["{inventory[bmc_password]}", "inventory-secret"]}])",
                R"([{"op": "log", "args": ["{inventory[bmc_password]}"]},
          {"op": "log", "args": ["{nobody} topsecret"]}, {"op": "set-attribute", "args": ["extra/x", "topsecret"]},
          {"op": "fail", "args": ["topsecret"]}])",
                R"({"sensitive": true})")},
            {mask_mode::sensitive, true, {}, {}});
  BOOST_TEST(done.failed->message ==
             "Sensitive inspection rule 00000000-0000-0000-0000-000000000001 failed.");
  const auto report = report_of(done).dump() + done.failed->message;
  BOOST_TEST(report.find("secret\"") == std::string::npos);
  BOOST_TEST(report.find("topsecret") == std::string::npos);
  BOOST_TEST(done.trace.at(0).conditions.empty());
  BOOST_TEST(done.trace.at(0).applied);
}

BOOST_AUTO_TEST_CASE(the_trace_shows_the_conditions_that_held) {
  const auto done = apply({numbered_rule(1, R"([
      {"op": "eq", "args": ["{item[name]}", "eth1"], "loop": "{inventory[interfaces]}"},
      {"op": "!is-none", "args": ["{inventory[nope]}"]}, {"op": "is-true", "args": [true]}])",
                                         say)});
  const auto rule = report_of(done)["rules"][0];
  BOOST_TEST(rule["applied"] == false);
  BOOST_TEST(rule["conditions"].size() == 2U);
  BOOST_TEST(rule["conditions"][0]["held"] == true);
  BOOST_TEST(rule["conditions"][0]["turns"][1]["arguments"]["values"] ==
             json::array({"eth1", "eth1"}));
  BOOST_TEST(rule["conditions"][1]["op"] == "!is-none");
  BOOST_TEST(rule["conditions"][1]["held"] == false);
}

BOOST_AUTO_TEST_CASE(which_interfaces_run_rules_is_a_pattern) {
  const auto usual = pattern::compile(std::string{supported_interfaces_default});
  BOOST_TEST(runs_rules(*usual, "agent"));
  BOOST_TEST(runs_rules(*usual, "inspector"));
  BOOST_TEST(!runs_rules(*usual, "redfish"));
  BOOST_TEST(runs_rules(*pattern::compile(".*"), "redfish"));
}
