#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// The interfaces that work through an agent: those of deploy, and the `agent` of raid, rescue and
/// inspect.
std::vector<interface_implementation> agent_implementations(const driver_options& options);

}  // namespace ironbus
