#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// The machine takes part in one of so many rounds of the power sync. With the fault `power
/// failure` the spacing grows, so that unreachable machines cost little.
uint32_t power_sync_spacing(const node_snapshot& node, const conductor_options& options);

/// Applies a result of the power sync: corrects the record, or the machine after two equal
/// readings; counts failures, sets and clears the fault `power failure`. During a workflow, and
/// after an order whose end is unknown, it only records.
void power_observed(decision& decision, const power_finding& found);

}  // namespace ironbus
