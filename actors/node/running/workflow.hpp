#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"
#include "actors/node/decision/machine.hpp"
#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

// A workflow is a list of steps in the snapshot. A verb starts it; step outcomes, heartbeats and
// deadlines advance it; an event of the transition table ends it.

/// Moves the node by `event` and starts a workflow; a workflow whose finish steps still run ends
/// first. Of the request, automated cleaning uses the member "cleaning": the steps of a runbook, or
/// why there are none.
handler_result begin_workflow(decision& decision, workflow kind, provision_event event,
                              json request);

/// Whether automated cleaning is off for the node.
bool cleaning_is_off(const decision& d);

/// Makes a manageable node available without cleaning, as the operator requested; recorded in
/// history and ledger.
void skip_cleaning(decision& decision);

/// Advances the running workflow by one move: its next step, its plan, or its end. Only while no
/// request is outstanding and nothing is awaited.
handler_result proceed(decision& decision);

/// Replaces the plan from the current step on with `work` and the finish steps; fails if `work` is
/// a failure.
handler_result plan_from_here(decision& decision, const result<std::vector<step>>& work);

}  // namespace ironbus
