#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <optional>
#include <string_view>

namespace ironbus::simulator {

/// Puts what a resource links to, but for its Links, in the place of the links if the query asks
/// for it: `$expand=.` and `$expand=.($levels=1)`. What is wrong with the query, if it is.
std::optional<fault> expand(const call& call, std::string_view query, json& shown);

}  // namespace ironbus::simulator
