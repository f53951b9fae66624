#pragma once

#include "actors/node/workflow.hpp"

namespace ironbus {

/// Parks the node at a `hold` step until an operator says `unhold` or `abort`.
void hold_for_operator(decision& d);

/// Lets a held node go: at once if no agent is known, else with the agent's next heartbeat.
void release_hold(decision& d);

/// A `wait` step: a pause of args.seconds, or until the agent's next heartbeat.
void pause(decision& d, const json& args);

/// The step in progress goes on without its worker; the node waits as the outcome says.
void await_step(decision& d, const step_outcome& x);

/// The agent is alive and its state lets it act: a step that waits for it is done. Otherwise only
/// the deadline moves on, and that not more often than every third of it.
void agent_called(decision& d);

/// Applies every deadline that has passed.
void apply_deadlines(decision& d);

}  // namespace ironbus
