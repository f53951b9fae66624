#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

// Steps that run on the children of a node instead of on itself (execute_on_child_nodes). The
// parent sends a message to each child and waits for all replies; a child runs the step between its
// own steps, as a driver call. Both sides store their state, so neither a restart nor a repeated
// message runs a step twice. Children finish a started step even if the parent's workflow is
// aborted.

/// Sends the running step to the children and waits for them.
handler_result run_on_children(decision& decision);

/// On the child: queues the step, or replies why it cannot run. It cannot while the child runs its
/// own workflow or is in maintenance, or if the step needs the agent's ramdisk.
void run_for_parent(decision& decision, const run_child_step& command);

/// On the child: reports the end of the step; `failed` is the error, if any.
void report_to_parent(decision& d, const step_id& step, std::optional<std::string> failed);

/// On the parent: a child has ended the step. One failure fails the workflow; an unexpected reply
/// changes nothing.
handler_result child_step_reported(decision& decision, const child_step_ended& ended);

}  // namespace ironbus
