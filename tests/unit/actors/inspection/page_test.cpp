// Runs the examples of docs/reference/inspection_rules.md: a rule, and pairs of a machine's data
// and the result of the rule.
#include "actors/inspection/processing/engine.hpp"
#include "actors/inspection/processing/node_documents.hpp"
#include "actors/inspection/rules/apply.hpp"
#include "actors/inspection/rules/rule_set.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

using namespace ironbus;
using namespace ironbus::inspection;

namespace {

const std::string page_path =
    "docs/reference/inspection_rules.md";  // tests run at the root of the project

/// A ```json block with its label: rule, given or then.
struct page_block {
  std::string heading;
  std::string kind;
  json content;
};

std::vector<page_block> blocks_of_page() {
  constexpr std::string_view fence = "```";
  const auto opening = std::string{fence} + "json ";
  std::ifstream file{page_path};
  BOOST_REQUIRE_MESSAGE(file, "cannot read " + page_path);
  std::vector<page_block> out;
  std::string heading;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("### ")) heading = line.substr(4);
    if (!line.starts_with(opening)) continue;
    page_block found{heading, line.substr(opening.size()), {}};
    std::string text;
    while (std::getline(file, line) && line != fence) text += line + "\n";
    found.content = json::parse(text);
    out.push_back(std::move(found));
  }
  return out;
}

node_snapshot node_given(const json& given) {
  node_snapshot out;
  json attributes = out.attributes;
  attributes.update(given.value("node", json::object()));
  out.attributes = attributes.get<node>();
  out.attributes.uuid = "1be26c0b-03f2-4d2e-ae87-c02d7f33c123";
  out.attributes.driver = "fake-hardware";
  if (given.contains("scope"))
    out.attributes.driver_internal_info.edit()["inspection_scope"] = given["scope"];
  for (const auto& fields : given.value("ports", json::array())) {
    json one = port{};
    one.update(fields);
    one["uuid"] = uuid_of_place(out.ports.size() + 1);
    out.ports.push_back(one.get<port>());
  }
  return out;
}

/// The members that differ, at any depth. Lists are compared as a whole.
json difference(const json& before, const json& after) {
  json out = json::object();
  for (const auto& [key, value] : after.items()) {
    const auto old = before.find(key);
    if (old != before.end() && *old == value) continue;
    const bool deeper = old != before.end() && old->is_object() && value.is_object();
    out[key] = deeper ? difference(*old, value) : value;
  }
  return out;
}

json changes_made(const documents& before, const documents& after) {
  json out = json::object();
  if (before.node != after.node) out["node"] = difference(before.node, after.node);
  if (before.traits != after.traits) out["traits"] = after.traits;
  if (before.plugin_data != after.plugin_data)
    out["plugin_data"] = difference(before.plugin_data, after.plugin_data);
  for (size_t i = 0; i < after.ports.size(); ++i)
    if (before.ports[i] != after.ports[i])
      out["ports"][after.ports[i]["address"].get<std::string>()] =
          difference(before.ports[i], after.ports[i]);
  return out;
}

/// The changes by the rule, or its error.
json outcome_of(const json& rule, const json& given) {
  auto source = rule;
  source["uuid"] = uuid_of_place(1);
  auto compiled = compile_rule(source, rule_origin::user);
  BOOST_REQUIRE_MESSAGE(compiled, (compiled ? "" : compiled.error().message));
  const auto attributes = node_given(given);
  auto before = documents_of(attributes, given.value("inventory", json::object()),
                             given.value("plugin_data", json::object()));
  if ((*compiled)->phase == rule_phase::early) before.node = nullptr;
  const rule_choice choice{(*compiled)->phase, scope_of(attributes.attributes), ""};
  const auto done = apply_rules(choose_rules(std::vector{*compiled}, choice), before, {});
  if (done.failed) return {{"error", done.failed->message}};
  return changes_made(before, done.docs);
}

/// The result of a trial through the API: whether the rule applies and whether it fails.
json trial_of(const json& rule, const json& given) {
  inspection_trial x;
  x.node = std::make_shared<const node_snapshot>(node_given(given));
  x.inventory = given.value("inventory", json::object());
  x.plugin_data = given.value("plugin_data", json::object());
  x.rules = json::array({rule});
  x.phases = {rule.value("phase", "main")};
  const auto report = engine{default_policy(), {}}.try_rules(x).value();
  const auto& tried = report["phases"][0]["rules"];
  const bool applied = !tried.empty() && tried[0]["applied"] == true;
  return {{"applied", applied}, {"failed", !report["error"].is_null()}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(examples_of_the_page_give_the_stated_results) {
  const auto blocks = blocks_of_page();
  size_t rules = 0;
  json rule;
  json given;
  for (const auto& x : blocks) {
    BOOST_TEST_CONTEXT(x.heading << ", " << x.kind) {
      if (x.kind == "rule") {
        rule = x.content;
        ++rules;
      } else if (x.kind == "given") {
        given = x.content;
      } else {
        BOOST_REQUIRE(x.kind == "then");
        auto done = outcome_of(rule, given);
        const bool fails = x.content.contains("error");
        if (fails && done.contains("error") &&
            done["error"].get<std::string>().ends_with(x.content["error"].get<std::string>()))
          done = x.content;
        BOOST_TEST(done == x.content);
        BOOST_TEST(trial_of(rule, given) ==
                   json({{"applied", !x.content.empty()}, {"failed", fails}}));
      }
    }
  }
  BOOST_TEST(rules >= 6U);
  BOOST_TEST(blocks.size() >= 3 * rules);
}
