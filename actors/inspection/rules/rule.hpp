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
  early,       ///< Before lookup and auto-discovery: there is no node, and no action may need one.
  preprocess,  ///< After the preprocess part of all hooks, before their main part.
  main,        ///< After all hooks.
};
std::string_view to_string(rule_phase x);
std::optional<rule_phase> phase_from(std::string_view name);

/// How the results of a condition's loop are joined. Inversion comes before joining.
enum class loop_join : uint8_t {
  any,    ///< One turn holds; the default.
  all,    ///< Every turn holds.
  first,  ///< Only the first turn is taken.
  last,   ///< Only the last turn is taken.
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

/// An inspection rule, compiled. Never changes; one is shared by all runs.
struct rule {
  std::string uuid;
  std::string description;
  int priority = 0;
  rule_phase phase = rule_phase::main;
  std::string scope;  ///< Empty: every node's.
  bool sensitive = false;
  bool built_in = false;
  std::string source;  ///< The text that it was compiled from, as JSON.
  std::vector<rule_condition> conditions;
  std::vector<rule_action> actions;
};
using rule_ptr = std::shared_ptr<const rule>;

enum class rule_origin : uint8_t {
  user,      ///< By the API: priorities 0 to 9999.
  built_in,  ///< From the operator's file: any priority.
};

/// What a rule holds once it is checked: every field, with its default where it was missing;
/// priorities and flags that came as text (stock clients send "5" and "True") in their own types.
/// `uuid` is null where none was given. `invalid` with the place and the reason.
result<json> check_rule(const json& source, rule_origin origin);

/// Compiles a rule that has a UUID. `invalid` as from check_rule.
result<rule_ptr> compile_rule(const json& source, rule_origin origin);

/// Compiles one condition or one action. `invalid` with the reason.
result<rule_condition> compile_condition(const json& source);
result<rule_action> compile_action(const json& source);

}  // namespace ironbus::inspection
