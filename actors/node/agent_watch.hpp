#pragma once

#include "actors/node/workflow.hpp"

namespace ironbus {

// The agent in the machine as the workflow sees it: it calls, it works on a step, it is lost.

/// Whether an agent has called since the machine was last booted by us.
bool agent_is_known(const node& x);

/// Whether the step in progress is one that the agent works on.
bool is_in_agent(const node_snapshot& x);

/// How long the workflow may wait for its agent.
std::chrono::seconds agent_timeout(const decision& d);

/// "The agent was last heard at …" or that it never was.
std::string last_sign_of_agent(const node& x);

/// The agent is alive and its state lets it act. What happens then:
///   a step waits for an agent to come     it is run
///   the agent works on the step           it is asked how that goes; nothing is saved
///   any other step waits for the agent    it is done
///   a step waits for a task               only the deadline moves on
/// A deadline is not moved more often than every third of it. In maintenance nothing goes on; where
/// provisioning in maintenance is not allowed, the workflow fails.
void agent_called(decision& d);

/// The agent is alive while the drivers are busy with its step: it is asked once they have told.
void agent_was_heard(decision& d);

/// Asks the drivers how the step goes that the agent works on. `doubtful`: there are signs that the
/// agent is gone, so an agent that cannot be reached counts as one.
void ask_agent(decision& d, bool doubtful);

/// A ramdisk asks for the node's token a second time: it has lost it, or it is not ours. It does
/// not get it; if the workflow's agent turns out to be gone, the machine is rebooted, which begins
/// a new token.
void agent_began_anew(decision& d);

/// The agent does not answer to us any more: reboots the machine and runs the step again, a few
/// times; then the workflow fails.
void agent_is_gone(decision& d, const std::string& reason);

/// The agent's hardware managers are others than planned with: begins again, a few times.
void agent_is_another(decision& d, const std::string& reason);

/// The wait for the agent has expired; false if the workflow has to fail.
bool recover_lost_agent(decision& d);

}  // namespace ironbus
