#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

// The agent in the machine as the workflow sees it: it calls, it works on a step, it is lost.

/// The agent is alive and its state lets it act. What happens then:
///   a step waits for an agent to come     it is run
///   the agent works on the step           it is asked how that goes; nothing is saved
///   any other step waits for the agent    it is done
///   a step waits for a task               nothing: the task is not the agent's
/// A call alone moves no deadline, see agent_works. In maintenance nothing goes on; where
/// provisioning in maintenance is not allowed, the workflow fails.
handler_result agent_called(decision& decision);

/// The agent has been asked, and says that it works on the step: the deadline moves on, though not
/// more often than every third of it.
void agent_works(decision& decision);

/// The agent is alive while the drivers are busy with its step: it is asked once they have told.
void note_agent_call(decision& decision);

/// Asks the drivers how the step goes that the agent works on. `doubtful`: there are signs that the
/// agent is gone, so an agent that cannot be reached counts as one. The deadline of such a question
/// is when the node wants to hear that the step goes on: before it that is no news.
void ask_agent(decision& decision, bool doubtful);

/// An agent may still call with the token that was told. Another lookup is put off that long: a
/// ramdisk that is told that there is a token but not which locks itself, and it may be that the
/// answer to its first lookup was lost on its way.
bool is_first_call_due(const decision& d);

/// A ramdisk asks for the node's token a second time: it has lost it, or it is not ours. It does
/// not get it; if the workflow's agent turns out to be gone, the machine is rebooted, which begins
/// a new token.
handler_result agent_began_anew(decision& decision);

/// Counts one more restart because of the agent, and tells that it is lost; `fail` once they are
/// too many.
std::optional<verdict::fail> count_restart(decision& decision, const std::string& reason);

/// The wait for the agent has expired; unset if the workflow has to fail.
std::optional<handler_result> recover_lost_agent(decision& decision);

}  // namespace ironbus
