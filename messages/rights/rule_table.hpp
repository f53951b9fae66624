#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ironbus::rights {

/// The scopes whose identities a rule accepts.
enum class rule_scope : uint8_t { system, system_or_project };

/// A rule of the installation without overrides.
struct rule_row {
  std::string_view name;  ///< "baremetal:node:get", or the name of a part of other rules.
  std::string_view text;
  rule_scope scope = rule_scope::system_or_project;
  std::string_view meaning;  ///< What it allows: "Show a node".
};

/// All rules by name. Sources: the rules of Ironic's API since version 1.96 of its policy defaults,
/// without what differs by accident there.
std::span<const rule_row> rule_table();

}  // namespace ironbus::rights
