#pragma once

#include "actors/node/decision/decision.hpp"

#include <optional>

namespace ironbus {

// Reports runs of steps that take longer than nearly all earlier ones, long before they time out.
// The time is stored in the run's ledger entry at its start, so every later owner of the node can
// report it, and only one does.

/// Stores the expected end and the overdue time in the entry of a starting run. Does nothing if too
/// few runs are known, or the duration depends on a user.
void expect_end(decision& decision, ledger_entry& entry);

/// Emits the event if the running step is overdue and it was not emitted yet.
void report_overdue_step(decision& decision);

/// When to check that; unset: never.
std::optional<timestamp> overdue_moment(const node_snapshot& snapshot);

}  // namespace ironbus
