#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace ironbus {

// What is the same in all drivers that change the power of machines.

/// The arguments of `set_power_state`.
std::vector<step_argument> power_change_arguments();

/// The targets of drivers that can do all that there is.
std::vector<std::string> all_power_targets();

/// How long the machine may take: as the request says.
std::chrono::seconds power_change_limit(const step_request& request);

/// The pause after this one, while a machine is asked whether it has changed.
std::chrono::milliseconds next_power_pause(std::chrono::milliseconds pause);

}  // namespace ironbus
