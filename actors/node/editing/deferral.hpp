#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// What depends on the power of a machine is not judged while that is being changed: whoever was
// told that the change is accepted must not be judged by the state before it. Nor is the node
// removed while a step is carried out on its machine. Such a command waits in the snapshot; when
// the change or the step has ended it is sent to the node once more, under its own id, and judged
// like any other.

/// Keeps the command if it must wait, or turns it away if too many wait already; false: it can be
/// judged now.
bool defer(decision& decision, const std::string& id, const command& command);

/// Whether the command of that id waits.
bool is_deferred(const node_snapshot& x, const std::string& id);

/// Ends the wait of those that nothing keeps any more, and of all if the node is gone.
void decide_deferred(decision& decision);

/// The allocation does not want the node any more: its claim is not judged later.
void withdraw_claim(decision& decision, const std::string& allocation);

/// Turns away those that have waited for their time.
void expire_deferred(decision& decision);

}  // namespace ironbus
