#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <optional>

namespace ironbus::simulator {

/// Boot of a System, or of the resource with its future state.
json shown_boot(const call& call);
/// Writes Boot by the rules of the profile; what is wrong, if it does not.
std::optional<fault> change_boot(const call& call, const json& wanted);
/// Why nothing of the system can be changed at present.
std::optional<fault> busy_in_post(const call& call);

}  // namespace ironbus::simulator
