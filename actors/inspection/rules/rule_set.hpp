#pragma once

#include "actors/inspection/rules/rule.hpp"
#include "actors/inspection/values/pattern.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::inspection {

/// Which rules run now.
struct rule_choice {
  rule_phase phase = rule_phase::main;
  std::string node_scope;     ///< The node's inspection scope; empty: none.
  std::string default_scope;  ///< Of rules without one, except built-in ones.
};

/// The rules of a phase that apply to a node, in the order they run in: higher priorities first;
/// among equals those of users before built-in ones, each in the order given.
/// A rule with a scope applies to nodes of that scope only.
std::vector<rule_ptr> choose_rules(std::span<const rule_ptr> all, const rule_choice& choice);

/// Which inspect interfaces run rules, unless configured.
inline constexpr std::string_view supported_interfaces_default = "^(agent|inspector)$";

/// Whether the nodes of an inspect interface run rules; the pattern may match anywhere in its name.
inline bool runs_rules(const pattern& supported, std::string_view inspect_interface) {
  return supported.found_in(inspect_interface);
}

}  // namespace ironbus::inspection
