#pragma once

#include "actors/node/decision/decision.hpp"
#include "actors/node/tables/transitions.hpp"

namespace ironbus {

/// Whether the table allows the event in the node's state.
bool can_move(const node_snapshot& x, provision_event event);

/// Applies a row of the table to the node: state, target, times, and the event. The row must exist.
void move(decision& decision, provision_event event);

}  // namespace ironbus
