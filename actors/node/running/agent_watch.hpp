#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

// The workflow's view of the agent: it sends heartbeats, works on a step, or is lost.

/// Handles a heartbeat that the node's state allows. Depends on the wait:
///   a step waits for an agent to start   the step runs
///   the agent works on the step          the agent is polled; nothing is saved
///   any other step waits for the agent   the step is done
///   a step waits for a task              nothing: the task is not the agent's
/// A heartbeat alone extends no deadline, see agent_works. In maintenance the workflow does not
/// continue; if provisioning in maintenance is not allowed, it fails.
handler_result agent_called(decision& decision);

/// The agent was polled and works on the step: extends the deadline, at most once in each third of
/// it.
void agent_works(decision& decision);

/// A heartbeat while the drivers work on its step: the agent is polled after their answer.
void note_agent_call(decision& decision);

/// Polls the agent about its step through the drivers. `doubtful`: the agent may be lost, so an
/// unreachable agent counts as lost. The deadline of the poll is when the node needs an answer that
/// the step continues; before it there is none.
void ask_agent(decision& decision, bool doubtful);

/// An agent may still send its first heartbeat with the issued token. Another lookup is rejected
/// for that long. The reply to its first lookup may have been lost, and a ramdisk that cannot get
/// the existing token locks itself.
bool is_first_call_due(const decision& d);

/// A ramdisk requests the node's token a second time: it has lost it, or it is another ramdisk. It
/// does not get the token. If the workflow's agent turns out to be lost, the machine is rebooted
/// with a new token.
handler_result agent_restarted(decision& decision);

/// Counts one more restart because of the agent, and emits agent_lost; `fail` if there are too
/// many.
std::optional<verdict::fail> count_restart(decision& decision, const std::string& reason);

/// The wait for the agent has timed out; unset if the workflow must fail.
std::optional<handler_result> recover_lost_agent(decision& decision);

}  // namespace ironbus
