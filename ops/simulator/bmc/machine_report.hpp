#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/machine/machine_log.hpp"

#include <vector>

namespace ironbus::simulator {

/// The log of one machine as JSON: power_orders, power_changes and boots (the latest of each), and
/// their counts.
json report_of(const machine_log& log);

/// The sums of the reports of all machines, as `/simulate/report` shows them.
json total_of(const std::vector<json>& machines);

}  // namespace ironbus::simulator
