#include "actors/inspection/processing/process_data.hpp"

#include "actors/inspection/processing/engine.hpp"
#include "actors/inspection/processing/node_documents.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdlib>
#include <iostream>

using namespace ironbus;
using namespace ironbus::inspection;

namespace {

json inventory_of_a_server() {
  json interfaces = json::array();
  for (int i = 0; i < 8; ++i)
    interfaces.push_back({{"name", "eth" + std::to_string(i)},
                          {"mac_address", "52:54:00:00:00:0" + std::to_string(i)}});
  return {{"interfaces", interfaces},
          {"cpu", {{"architecture", "x86_64"}, {"count", 64}}},
          {"memory", {{"physical_mb", 262144}}},
          {"system_vendor", {{"manufacturer", "Dell Inc."}, {"serial_number", "S1"}}}};
}

/// Every tenth applies; each examines the data differently.
json rule_number(size_t index) {
  return {
      {"uuid", uuid_of_place(index)},
      {"conditions",
       {{{"op", "contains"}, {"args", {"{inventory[system_vendor][manufacturer]}", "(?i)dell"}}},
        {{"op", "gt"}, {"args", {"{inventory[memory][physical_mb]}", 1024}}},
        {{"op", index % 10 == 0 ? "eq" : "!eq"},
         {"args", {"{inventory[cpu][architecture]}", "x86_64"}}}}},
      {"actions",
       {{{"op", "set-attribute"},
         {"args",
          {"/extra/rule" + std::to_string(index), "{inventory[system_vendor][serial_number]}"}}}}}};
}

std::vector<rule_ptr> many_rules(size_t count) {
  std::vector<rule_ptr> out;
  for (size_t i = 0; i < count; ++i)
    out.push_back(compile_rule(rule_number(i), rule_origin::user).value());
  return out;
}

processed process(const policy& key, const std::vector<rule_ptr>& rules, json plugin_data = {}) {
  node_snapshot x;
  if (plugin_data.is_null()) plugin_data = json::object();
  return process_data(documents_of(x, inventory_of_a_server(), std::move(plugin_data)),
                      {key, rules, "agent", ""}, id_source{"test"});
}

std::vector<rule_ptr> rules_from(std::vector<json> rules) {
  std::vector<rule_ptr> out;
  for (size_t i = 0; i < rules.size(); ++i) {
    rules[i]["uuid"] = uuid_of_place(i);
    out.push_back(compile_rule(rules[i], rule_origin::user).value());
  }
  return out;
}

json log_of(const char* text) { return {{"op", "log"}, {"args", {text}}}; }

}  // namespace

BOOST_AUTO_TEST_SUITE(processing_of_data)

BOOST_AUTO_TEST_CASE(phases_and_parts_of_hooks_take_turns) {
  const auto rules = rules_from(
      {{{"phase", "main"},
        {"conditions", {{{"op", "eq"}, {"args", {"{node.properties[cpu_arch]}", "x86_64"}}}}},
        {"actions", {log_of("main")}}},
       {{"phase", "preprocess"},
        {"conditions", {{{"op", "!is-empty"}, {"args", {"{plugin_data[macs]}"}}}}},
        {"actions", {log_of("preprocess")}}},
       {{"phase", "early"}, {"actions", {log_of("early")}}}});
  const auto done = process(default_policy(), rules, {{"logs", "QQ=="}});
  BOOST_TEST(!done.failed);
  BOOST_REQUIRE(done.logs.size() == 2U);
  BOOST_TEST(done.logs[0].text.find("preprocess") != std::string::npos);
  BOOST_TEST(done.logs[1].text.find("main") != std::string::npos);
  BOOST_TEST(!done.docs.plugin_data.contains("logs"));
}

BOOST_AUTO_TEST_CASE(a_failure_ends_the_run) {
  const auto rules =
      rules_from({{{"phase", "preprocess"}, {"actions", {{{"op", "fail"}, {"args", {"stop"}}}}}},
                  {{"actions", {log_of("never")}}}});
  const auto done = process(default_policy(), rules);
  BOOST_REQUIRE(done.failed.has_value());
  BOOST_TEST(done.logs.empty());
  BOOST_TEST(!done.docs.node["properties"].contains("cpu_arch"));
}

BOOST_AUTO_TEST_CASE(policies_are_checked) {
  policy_options wrong;
  wrong.hooks = {"nonsense"};
  BOOST_TEST(make_policy(wrong).error().message.starts_with("inspector.hooks: "));
  wrong = {};
  wrong.supported_interfaces = "(";
  BOOST_TEST(make_policy(wrong).error().message.starts_with("inspection_rules.supported"));
}

BOOST_AUTO_TEST_CASE(a_registry_follows_its_rules) {
  const auto built_in = read_built_in_rules("- actions: [{op: log, args: [x]}]").value();
  rule_registry rules{built_in};
  BOOST_TEST(rules.now() == nullptr);  // the users' rules are not loaded yet
  auto attributes = check_rule(rule_number(1), rule_origin::user).value();
  attributes["created_at"] = "2026-01-02";
  attributes["updated_at"] = nullptr;
  attributes["built_in"] = false;
  auto older = attributes;
  older["uuid"] = uuid_of_place(7);
  older["created_at"] = "2026-01-01";
  BOOST_TEST(rules.replace({attributes, older, {{"uuid", "x"}, {"actions", 7}}}) == 1U);
  const auto before = rules.now();
  BOOST_REQUIRE(before->size() == 3U);
  BOOST_TEST(before->at(0)->uuid == uuid_of_place(7));  // in the order of creation
  BOOST_TEST(before->at(2)->built_in);
  BOOST_TEST(rules.put(attributes).has_value());
  BOOST_TEST(rules.now()->at(1) == before->at(1));  // an unchanged rule is not compiled again
  attributes["updated_at"] = "2026-01-03";
  attributes["priority"] = 9;
  BOOST_TEST(rules.put(attributes).has_value());
  BOOST_TEST(rules.now()->at(1)->priority == 9);
  BOOST_TEST(before->at(1)->priority == 0);  // a reader's list does not change
  attributes["actions"] = 7;
  attributes["updated_at"] = "2026-01-04";
  BOOST_TEST(!rules.put(attributes).has_value());
  BOOST_TEST(rules.now()->size() == 2U);
  rules.remove(uuid_of_place(7));
  BOOST_TEST(rules.now()->size() == 1U);
}

BOOST_AUTO_TEST_CASE(early_rules_change_plugin_data_or_reject) {
  engine x{default_policy(), {}};
  BOOST_TEST((x.apply_early_rules({}, json::object()).error().code == error_code::unavailable));
  auto set = check_rule({{"uuid", uuid_of_place(1)},
                         {"phase", "early"},
                         {"actions", {{{"op", "set-plugin-data"}, {"args", {"a.b", "c"}}}}}},
                        rule_origin::user)
                 .value();
  x.rules().replace({set});
  const auto done = x.apply_early_rules(json::object(), {{"kept", 1}}).value();
  BOOST_TEST(done.plugin_data == json({{"kept", 1}, {"a", {{"b", "c"}}}}));
  BOOST_TEST(!done.rejected);
  auto stop = check_rule({{"uuid", uuid_of_place(2)},
                          {"phase", "early"},
                          {"sensitive", true},
                          {"actions", {{{"op", "fail"}, {"args", {"hush"}}}}}},
                         rule_origin::user)
                  .value();
  x.rules().put(stop);
  const auto rejected =
      x.apply_early_rules(json::object(), json::object()).value().rejected.value();
  BOOST_TEST(rejected.find(uuid_of_place(2)) != std::string::npos);
  BOOST_TEST(rejected.find("hush") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_trial_runs_hooks_and_rules_on_a_copy) {
  engine x{default_policy(), {}};
  inspection_trial trial;
  trial.inventory = inventory_of_a_server();
  BOOST_TEST((x.try_rules(trial).error().code == error_code::unavailable));
  trial.rules = json::array(
      {{{"conditions", {{{"op", "eq"}, {"args", {"{node.properties[cpu_arch]}", "x86_64"}}}}},
        {"actions", {{{"op", "fail"}, {"args", {"so far"}}}}}}});
  auto report = x.try_rules(trial).value();
  BOOST_TEST(report["error"].is_null());
  trial.hooks = true;
  report = x.try_rules(trial).value();
  BOOST_TEST(report["error"].get<std::string>().find("so far") != std::string::npos);
  BOOST_TEST(report["phases"][1]["rules"][0]["applied"] == true);
  trial.inventory = json::object();
  BOOST_TEST(x.try_rules(trial).value()["error"] == "No interfaces in the inventory.");
  trial.phases = {"late"};
  BOOST_TEST((x.try_rules(trial).error().code == error_code::invalid));
  trial.phases.clear();
  trial.rules = json::array({{{"actions", json::array()}}});
  BOOST_TEST(x.try_rules(trial).error().message.starts_with("rules/0"));
}

/// With IRONBUS_MEASURE set, prints the cost of rules; docs/explanation/benchmarks.md has the
/// figures.
BOOST_AUTO_TEST_CASE(the_cost_of_many_rules) {
  const bool measures = std::getenv("IRONBUS_MEASURE") != nullptr;
  for (const size_t count : {1UL, 10UL, 100UL, 1000UL, 10'000UL}) {
    if (!measures && count > 100) continue;
    const auto rules = many_rules(count);
    const int runs = measures ? static_cast<int>(std::max<size_t>(20'000 / count, 3)) : 1;
    const auto began = std::chrono::steady_clock::now();
    processed last;
    for (int i = 0; i < runs; ++i) last = process(default_policy(), rules);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - began;
    BOOST_TEST(!last.failed);
    BOOST_TEST(last.docs.node["extra"].size() == (count + 9) / 10);
    if (measures)
      std::cout << count << " rules: " << took.count() / runs << " us an inspection, "
                << took.count() / runs / static_cast<double>(count) << " us a rule\n";
  }
}

BOOST_AUTO_TEST_SUITE_END()
