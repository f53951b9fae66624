#include "tests/unit/actors/inspection/golden_case.hpp"

#include "actors/inspection/rules/apply.hpp"
#include "actors/inspection/rules/evaluate.hpp"
#include "actors/inspection/rules/rule_set.hpp"
#include "actors/inspection/values/path.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

namespace ironbus::test {

using namespace ironbus::inspection;

namespace {

// -- documents ------------------------------------------------------------------------------------

json port_document(const json& recorded) {
  json out = port{};
  out.update(recorded);
  return out;
}

json differing_fields(const json& before, const json& after) {
  json out = json::object();
  for (const auto& [key, value] : after.items())
    if (!before.contains(key) || before[key] != value) out[key] = value;
  return out;
}

/// The differences in the form of the recording.
json changes_between(const documents& before, const documents& after) {
  json out = json::object();
  if (auto fields = differing_fields(before.node, after.node); !fields.empty())
    out["node"] = std::move(fields);
  for (size_t i = 0; i < after.ports.size(); ++i)
    if (auto fields = differing_fields(before.ports[i], after.ports[i]); !fields.empty())
      out["ports"][after.ports[i]["uuid"].get<std::string>()] = std::move(fields);
  if (before.plugin_data != after.plugin_data) out["plugin_data"] = after.plugin_data;
  if (before.traits != after.traits) out["traits"] = after.traits;
  return out;
}

documents overlaid(documents out, const json& recorded) {
  if (recorded.contains("node")) out.node.update(recorded["node"]);
  if (recorded.contains("plugin_data")) out.plugin_data = recorded["plugin_data"];
  if (recorded.contains("traits")) out.traits = recorded["traits"].get<std::vector<std::string>>();
  for (auto& port : out.ports)
    if (recorded.contains("ports") && recorded["ports"].contains(port["uuid"].get<std::string>()))
      port.update(recorded["ports"][port["uuid"].get<std::string>()]);
  return out;
}

documents overridden(documents out, const json& test) {
  return test.contains("override") ? overlaid(std::move(out), test["override"]) : out;
}

/// A change listed in the recording may change nothing.
json normal_changes(const json& recorded, const documents& start) {
  return changes_between(start, overlaid(start, recorded));
}

// -- kinds of cases -------------------------------------------------------------------------------

mask_mode mask_of(const json& test) {
  return test.value("mask", true) ? mask_mode::always : mask_mode::never;
}

json as_outcome(const result<bool>& x) { return x ? json{{"result", *x}} : json{{"error", true}}; }

result<bool> all_hold(const json& conditions, const evaluation& state) {
  for (const auto& source : conditions) {
    const auto condition = compile_condition(source);
    if (!condition) return tl::unexpected(condition.error());
    auto held = holds(*condition, state);
    if (!held || !*held) return held;
  }
  return true;
}

json run_conditions(const json& test, const documents& start) {
  auto docs = start;
  budget left{{}};
  const api_policy calls;
  node_view works_on{docs, left, calls, {}, {}, 0, {}};
  const view sees{docs, mask_of(test) == mask_mode::always};
  return as_outcome(all_hold(test["conditions"], {sees, left, works_on}));
}

json run_interpolation(const json& test, const documents& start) {
  budget left{{}};
  std::vector<std::string> unresolved;
  const view sees{start, mask_of(test) == mask_mode::always};
  const auto value = value_template::compile(test["value"]);
  const auto over = value_template::compile(test.value("loop_item", json{}));
  if (!value || !over) return {{"error", true}};
  const auto item = over->render({sees, left, unresolved}).value;
  const auto seen = test.contains("loop_item") ? sees.with_item(item) : sees;
  return {{"result", value->render({seen, left, unresolved}).value}};
}

json after_run(const outcome& done, const documents& start) {
  json out{{"changes", changes_between(start, done.docs)}};
  if (done.failed) out["error"] = true;
  return out;
}

outcome apply_all(const std::vector<rule_ptr>& rules, const documents& start, mask_mode mask) {
  apply_options options;
  options.mask = mask;
  options.calls.hosts = {"127.0.0.1"};
  auto done = apply_rules(rules, start, options);
  if (done.wanted) {  // no server listens there
    options.calls.answers.push_back({"connection refused"});
    done = apply_rules(rules, start, options);
  }
  return done;
}

json run_actions(const json& test, const documents& fixture) {
  const auto start = overridden(fixture, test);
  auto all = std::make_shared<rule>();
  for (const auto& source : test["actions"]) {
    auto action = compile_action(source);
    if (!action) return {{"error", true}, {"changes", json::object()}};
    all->actions.push_back(std::move(*action));
  }
  return after_run(apply_all({all}, start, mask_of(test)), start);
}

mask_mode mask_named(const std::string& name) {
  if (name == "never") return mask_mode::never;
  return name == "sensitive" ? mask_mode::sensitive : mask_mode::always;
}

json run_rules(const json& test, const documents& start) {
  std::vector<rule_ptr> rules;
  for (auto source : test["rules"]) {
    source["uuid"] = "00000000-0000-0000-0000-00000000000" + source["uuid"].get<std::string>();
    auto compiled = compile_rule(source, rule_origin::user);
    if (!compiled) return {{"error", true}, {"changes", json::object()}};
    rules.push_back(std::move(*compiled));
  }
  const auto mask = mask_named(test["mask_secrets"].get<std::string>());
  return after_run(apply_all(choose_rules(rules, {}), start, mask), start);
}

json run_validation(const json& test, const documents&) {
  const auto origin = test["built_in"] == true ? rule_origin::built_in : rule_origin::user;
  return check_rule(test["rule"], origin) ? json{{"result", "ok"}} : json{{"error", true}};
}

json run_path(const json& test, const documents&) {
  return {{"result", split_path(test["path"].get<std::string>())}};
}

json run_operator(const json& test, const documents&) {
  const auto read = read_operator(test["op"].get<std::string>());
  return {{"result", json::array({read.name, read.inverted})}};
}

struct kind_row {
  std::string_view kind;
  json (*run)(const json& test, const documents& start);
  bool changes;  ///< Its result is a list of changes.
};

constexpr std::array kinds{
    kind_row{"condition", run_conditions, false},
    kind_row{"conditions", run_conditions, false},
    kind_row{"interpolate", run_interpolation, false},
    kind_row{"action", run_actions, true},
    kind_row{"actions", run_actions, true},
    kind_row{"rule", run_rules, true},
    kind_row{"validate", run_validation, false},
    kind_row{"path", run_path, false},
    kind_row{"operator", run_operator, false},
};

const kind_row& kind_of(const json& test) {
  const auto* found = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const auto& row) { return test["kind"] == row.kind; });
  if (found == kinds.end()) throw std::runtime_error("unknown kind: " + test.dump());
  return *found;
}

}  // namespace

documents golden_documents(const json& fixture) {
  documents out;
  out.node = node{};
  out.node.update(fixture["node"]);
  out.traits = fixture["traits"].get<std::vector<std::string>>();
  for (const auto& port : fixture["ports"]) out.ports.push_back(port_document(port));
  out.inventory = fixture["inventory"];
  out.plugin_data = fixture["plugin_data"];
  return out;
}

json recorded_outcome(const json& test, const documents& fixture) {
  const bool failed = test.contains("error");
  const auto start = overridden(fixture, test);
  if (!kind_of(test).changes)
    return failed ? json{{"error", true}} : json{{"result", test["result"]}};
  if (!failed) return {{"changes", normal_changes(test["result"], start)}};
  const auto changes = test.value("changes_before_error", json::object());
  return {{"error", true}, {"changes", normal_changes(changes, start)}};
}

json run_golden_case(const json& test, const documents& start) {
  return kind_of(test).run(test, start);
}

std::vector<json> read_json_lines(const std::string& path) {
  std::ifstream file{path};
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<json> out;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) out.push_back(json::parse(line));
  return out;
}

}  // namespace ironbus::test
