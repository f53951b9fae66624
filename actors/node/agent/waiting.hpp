#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

// What a workflow waits for, and until when.

/// An operator who says `unhold` or `abort`.
verdict::wait wait_for_operator();

/// The agent's first call, or its next.
verdict::wait wait_for_agent(const decision& d);

/// A `wait` step: a pause of args.seconds, or until the agent's next heartbeat.
verdict::wait pause(const decision& decision, const json& args);

/// The node's children, which the step in progress is with.
verdict::wait wait_for_children(const decision& d);

/// The step in progress goes on without its worker, as the outcome says. `agent_called`: since the
/// step was asked for.
verdict::wait wait_for_step(const decision& decision, const step_outcome& outcome,
                            bool agent_called);

/// When the task of an outcome is polled next: when it asks for it, at most the longest pause
/// later.
timestamp first_poll(const decision& decision, const step_outcome& outcome);

/// Leaves the waiting state, if the workflow is in one: what was awaited is there.
void end_wait(decision& d);

/// Gives what the node waits for its full time again; deadlines rest while an operator works on the
/// machine.
void begin_wait_anew(decision& decision);

}  // namespace ironbus
