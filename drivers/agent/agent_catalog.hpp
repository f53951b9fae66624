#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// Interfaces that work through an agent: those of deploy, and `agent` of raid, rescue and inspect.
std::vector<interface_implementation> agent_implementations(const driver_options& options);

}  // namespace ironbus
