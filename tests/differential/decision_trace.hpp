#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus::test {

/// Appends the decision on a message as one line of JSON to a file named after the running test
/// case, in the folder IRONBUS_DECISION_TRACE. Does nothing if the variable is not set. `before` is
/// null for a node that did not exist.
void trace_decision(const node_snapshot* before, std::string_view message_id,
                    const decision& decision);

}  // namespace ironbus::test
