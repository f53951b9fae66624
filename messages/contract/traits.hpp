#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus {

/// Whether the name of a trait is valid: a standard name, or CUSTOM_ followed by A-Z, 0-9 and _; at
/// most 255 characters.
bool is_trait_name(std::string_view name);

/// The traits that an instance requires: `traits` of the node's instance_info; none if that is
/// absent. `invalid` if it is not a list of strings.
result<std::vector<std::string>> traits_wanted(const json& instance_info);

/// Checks whether the node has them all; `invalid` names the missing ones.
result<std::monostate> check_wanted_traits(const json& instance_info,
                                           const std::vector<std::string>& of_node);

/// Why a runbook with these traits does not fit a node that has none of them.
std::string no_shared_trait(const std::vector<std::string>& of_runbook);

/// "CUSTOM_A, CUSTOM_B".
std::string joined_traits(const std::vector<std::string>& traits);

}  // namespace ironbus
