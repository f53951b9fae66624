#pragma once

#include "actors/node/workflow.hpp"

namespace ironbus {

/// Parks the node at a `hold` step until an operator says `unhold` or `abort`.
void hold_for_operator(decision& d);

/// Lets a held node go: at once if no agent is known, else with the agent's next heartbeat.
void release_hold(decision& d);

/// A `wait` step: a pause of args.seconds, or until the agent's next heartbeat.
void pause(decision& d, const json& args);

/// A step needs the agent, and there is none yet: waits for its first call, then runs the step.
void await_agent(decision& d);

/// The step in progress is with the node's children.
void await_children(decision& d);

/// The step in progress goes on without its worker; the node waits as the outcome says. `heard`:
/// the agent has called since the step was asked for, so its end may have been missed.
void await_step(decision& d, const step_outcome& x, bool heard);

/// Gives what the node waits for its full time again; deadlines rest while an operator works on the
/// machine.
void begin_wait_anew(decision& d);

/// Applies every deadline that has passed.
void apply_deadlines(decision& d);

}  // namespace ironbus
