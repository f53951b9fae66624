#pragma once

#include "actors/runtime/conductor/power_sync.hpp"
#include "actors/runtime/runtime_options.hpp"
#include "messages/wire/commands.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// The nodes whose sensors are due in this round of the power sync: those that the power sync
/// covers and whose management interface reads sensors, each in its own rounds.
std::vector<std::string> due_for_sensors(power_sync_round round, const std::vector<listed>& nodes,
                                         const driver_catalog& drivers,
                                         const runtime_options& options);

/// The command for each of them.
command sensor_order();

}  // namespace ironbus
