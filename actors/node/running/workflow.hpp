#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"
#include "actors/node/decision/machine.hpp"
#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

// A workflow is a list of steps in the snapshot. It is begun by a verb, driven by step outcomes,
// heartbeats and deadlines, and ends by an event of the transition table.

/// Moves the node by `event` and begins a workflow; one whose finish steps still run ends first. Of
/// the request automated cleaning takes what stands under "cleaning": the steps of a runbook, or
/// why there are none.
handler_result begin_workflow(decision& decision, workflow kind, provision_event event,
                              json request);

/// Whether automated cleaning is switched off for the node.
bool cleaning_is_off(const decision& d);

/// Makes a manageable node available without cleaning it, as the operator demands; history and
/// ledger say so.
void skip_cleaning(decision& decision);

/// One move forward of the workflow in progress: its next step, its plan, or its end. Only while
/// nothing is in flight or awaited.
handler_result proceed(decision& decision);

/// Replaces what is planned from the step in progress on by `work` and the finish steps; fails if
/// there is no such plan.
handler_result plan_from_here(decision& decision, const result<std::vector<step>>& work);

}  // namespace ironbus
