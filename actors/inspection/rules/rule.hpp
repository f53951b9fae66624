#pragma once

#include "actors/inspection/rules/actions.hpp"
#include "actors/inspection/rules/conditions.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::inspection {

/// When a rule runs.
enum class rule_phase : uint8_t {
  early,  ///< Before lookup and auto-discovery: there is no node, and actions must not need one.
  preprocess,  ///< After the preprocess part of all hooks, before their main part.
  main,        ///< After all hooks.
};
std::string_view to_string(rule_phase x);
std::optional<rule_phase> phase_from(std::string_view name);

/// How the results of a condition's loop are joined, after inversion.
enum class loop_join : uint8_t {
  any,    ///< One turn holds; the default.
  all,    ///< Every turn holds.
  first,  ///< Only the first turn counts.
  last,   ///< Only the last turn counts.
};

struct rule_condition {
  const condition_info* info;
  bool inverted = false;
  loop_join join = loop_join::any;
  operation what;
};

struct rule_action {
  const action_info* info;
  operation what;
};

/// A compiled inspection rule. Immutable; all runs share it.
struct rule {
  std::string uuid;
  std::string description;
  int priority = 0;
  rule_phase phase = rule_phase::main;
  std::string scope;  ///< Empty: for every node.
  bool sensitive = false;
  bool built_in = false;
  std::string source;  ///< Its source as JSON.
  std::vector<rule_condition> conditions;
  std::vector<rule_action> actions;
};
using rule_ptr = std::shared_ptr<const rule>;

enum class rule_origin : uint8_t {
  user,      ///< Created by the API: priorities 0 to 9999.
  built_in,  ///< From the operator's file: any priority.
};

/// Checks a rule and returns it with every field: defaults for missing ones, and priorities and
/// flags that came as text (stock clients send "5" and "True") converted. `uuid` is null if it was
/// missing. `invalid` with the path and the reason.
result<json> check_rule(const json& source, rule_origin origin);

/// Compiles a rule that has a UUID. `invalid` as check_rule.
result<rule_ptr> compile_rule(const json& source, rule_origin origin);

/// Compiles one condition or one action. `invalid` with the reason.
result<rule_condition> compile_condition(const json& source);
result<rule_action> compile_action(const json& source);

}  // namespace ironbus::inspection
