#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// Defers commands that depend on the power of a machine while that changes: a client whose power
// change was accepted must not be answered by the state before it. A node is not deleted either
// while a step runs on its machine. A deferred command is stored in the snapshot. When the power
// change or step has ended, it is sent to the node once more under its own id, and handled like any
// other.

/// Defers the command if it must wait, or rejects it if too many wait already. False: it can be
/// handled now.
bool defer(decision& decision, const std::string& id, const command& command);

/// Whether the command of that id waits.
bool is_deferred(const node_snapshot& x, const std::string& id);

/// Ends the wait of commands that need not wait any more, and of all if the node was deleted.
void decide_deferred(decision& decision);

/// The allocation no longer wants the node: drops its deferred claim.
void withdraw_claim(decision& decision, const std::string& allocation);

/// Rejects deferred commands whose time is up.
void expire_deferred(decision& decision);

}  // namespace ironbus
