#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <optional>
#include <string_view>

namespace ironbus::simulator {

/// Replaces links of a resource, except in Links, by the linked resources if the query requests it
/// with
/// `$expand=.` or `$expand=.($levels=1)`. Returns a fault if the query is invalid.
std::optional<fault> expand(const call& call, std::string_view query, json& shown);

}  // namespace ironbus::simulator
