#pragma once

#include "actors/node/machine.hpp"
#include "actors/node/workflow_table.hpp"

namespace ironbus {

// A workflow is a list of steps in the snapshot. It is begun by a verb, driven by step outcomes,
// heartbeats and deadlines, and ends by an event of the transition table.

/// Moves the node by `on` and begins a workflow; one that is still tidying up ends first. Of the
/// request automated cleaning takes what stands under "cleaning": the steps of a runbook, or why
/// there are none.
void begin_workflow(decision& d, workflow kind, provision_event on, json request);

/// Whether automated cleaning is switched off for the node.
bool cleaning_is_off(const decision& d);

/// Makes a manageable node available without cleaning it, as the operator demands; history and
/// ledger say so.
void skip_cleaning(decision& d);

/// Goes on with what is next: a power action, the next step, the end. Does nothing while a step is
/// out at the drivers or the node waits.
void advance(decision& d);

/// Ends the workflow badly: failed state, last_error, and (if a work step was in progress) fault
/// and maintenance; then its tidying steps run. `text` is the sentence for last_error.
void fail_workflow(decision& d, const std::string& text);

/// Ends the workflow on the operator's request.
void abort_workflow(decision& d);

/// The step in progress is done: goes on with the one after it.
void complete_step(decision& d);

/// Leaves the waiting state, if the workflow is in one: what was awaited is there.
void end_wait(decision& d);

/// Runs the step in progress once more, because the agent offers other steps than planned with.
/// Automated cleaning begins its list again instead.
void begin_again(decision& d);

/// A sentence part that names the step in progress: "step 'bios.factory_reset'".
std::string name_of_step(const operation& op);

/// Whether a work step (not preparation, not tidying) is in progress.
bool in_work_step(const operation& op);

}  // namespace ironbus
