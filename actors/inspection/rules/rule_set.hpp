#pragma once

#include "actors/inspection/rules/rule.hpp"
#include "actors/inspection/values/pattern.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::inspection {

/// Selects the rules to run.
struct rule_choice {
  rule_phase phase = rule_phase::main;
  std::string node_scope;     ///< The node's inspection scope; empty: none.
  std::string default_scope;  ///< Of rules without one, except built-in rules.
};

/// The rules of a phase that apply to a node, in order of execution: higher priorities first, then
/// users' rules before built-in ones, then the given order. A rule with a scope applies only to
/// nodes of that scope.
std::vector<rule_ptr> choose_rules(std::span<const rule_ptr> all, const rule_choice& choice);

/// Default: the inspect interfaces that run rules.
inline constexpr std::string_view supported_interfaces_default = "^(agent|inspector)$";

/// Whether nodes of an inspect interface run rules. The pattern may match anywhere in its name.
inline bool runs_rules(const pattern& supported, std::string_view inspect_interface) {
  return supported.found_in(inspect_interface);
}

}  // namespace ironbus::inspection
