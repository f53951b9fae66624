#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <optional>

namespace ironbus::simulator {

/// The object Boot of a System, or of the resource with its future state.
json shown_boot(const call& call);
/// Changes Boot by the rules of the profile. Returns the fault if the change is rejected.
std::optional<fault> change_boot(const call& call, const json& wanted);
/// The fault for changes during POST; unset if changes are possible.
std::optional<fault> busy_in_post(const call& call);

}  // namespace ironbus::simulator
