#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

// The waits of a workflow.

/// For `unhold` or `abort` by an operator.
verdict::wait wait_for_operator();

/// For the agent's first or next heartbeat.
verdict::wait wait_for_agent(const decision& d);

/// A `wait` step: a pause of args.seconds, or until the agent's next heartbeat.
verdict::wait pause(const decision& decision, const json& args);

/// For the node's children, which run the current step.
verdict::wait wait_for_children(const decision& d);

/// The running step continues without its worker, as the outcome says. `agent_called`: since the
/// request of the step.
verdict::wait wait_for_step(const decision& decision, const step_outcome& outcome,
                            bool agent_called);

/// When the task of an outcome is polled next: as the outcome requests, but at most after the
/// longest pause.
timestamp first_poll(const decision& decision, const step_outcome& outcome);

/// Leaves the waiting state if the workflow is in one: the wait has ended.
void end_wait(decision& d);

/// Restarts the node's wait with its full time, because deadlines are suspended during maintenance.
void restart_wait(decision& decision);

}  // namespace ironbus
