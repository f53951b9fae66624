#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace ironbus {

// Common parts of drivers that change the power state.

/// The arguments of `set_power_state`.
std::vector<step_argument> power_change_arguments();

/// All power targets.
std::vector<std::string> all_power_targets();

/// Time limit of the change, from the request.
std::chrono::seconds power_change_limit(const step_request& request);

/// The pause that follows this one while polling the power state.
std::chrono::milliseconds next_power_pause(std::chrono::milliseconds pause);

}  // namespace ironbus
