#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

// A step that runs on the children of a node in its place (execute_on_child_nodes). The parent asks
// each child by a message and waits for all answers; a child runs it between its own steps, as a
// call of its driver. Both sides remember, so that neither a restart nor a repeated message runs
// anything twice. What children have begun they end, even if the parent's workflow is aborted.

/// Asks the children of the step in progress, and waits for them.
handler_result run_on_children(decision& decision);

/// On the child: queues the step, or tells the parent why it cannot run here. It can not while the
/// child is in a workflow of its own or in maintenance, nor if it needs the agent's ramdisk.
void run_for_parent(decision& decision, const run_child_step& command);

/// On the child: the step has ended, `failed` says why if not well.
void tell_parent(decision& d, const step_id& step, std::optional<std::string> failed);

/// On the parent: a child has ended the step. One failure fails the workflow; an answer that nobody
/// waits for changes nothing.
handler_result child_has_ended(decision& decision, const child_step_ended& ended);

}  // namespace ironbus
