#pragma once

#include "actors/node/decision/decision.hpp"

#include <optional>

namespace ironbus {

// A run of a step that takes longer than nearly all before it, long before it counts as lost. When
// that will be is noted with its beginning, in its entry of the ledger; so whoever has the node by
// then tells it, and nobody tells it again.

/// Notes in the entry of a run that begins when it should end, and from when on it is overdue;
/// nothing where too little is known, or its end is somebody's choice.
void expect_end(decision& decision, ledger_entry& entry);

/// Tells that the run in progress is overdue, if it is and nobody has told it.
void tell_overdue_step(decision& decision);

/// When that is to be looked at; unset: never.
std::optional<timestamp> overdue_moment(const node_snapshot& snapshot);

}  // namespace ironbus
