#pragma once

#include "actors/runtime/conductor/power_sync.hpp"
#include "actors/runtime/runtime_options.hpp"
#include "messages/wire/commands.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// Which of these nodes are due to have their sensors read in this round of the power survey: those
/// that the survey looks at and whose management interface reads sensors, each in its own rounds.
std::vector<std::string> due_for_sensors(survey_round round, const std::vector<listed>& nodes,
                                         const driver_catalog& drivers,
                                         const runtime_options& options);

/// What each of them is told.
command sensor_order();

}  // namespace ironbus
