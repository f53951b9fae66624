#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus::test {

/// Appends what a message has led to, as one line of JSON, to a file named after the test case that
/// runs, in the folder that the environment names as IRONBUS_DECISION_TRACE; does nothing without.
/// `before` is null for a node that did not exist.
void trace_decision(const node_snapshot* before, std::string_view message_id,
                    const decision& decision);

}  // namespace ironbus::test
