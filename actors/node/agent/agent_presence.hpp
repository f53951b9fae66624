#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// State of the agent in the machine.

/// Whether an agent has sent a heartbeat since the service last booted the machine.
bool agent_is_known(const node& x);

/// How long the running workflow may wait for its agent; 0: without a limit.
std::chrono::seconds agent_timeout(const decision& d);

/// Records a heartbeat now.
void record_heartbeat(decision& decision);

/// "The last heartbeat of the agent was at …", or that there was none.
std::string describe_last_heartbeat(const node& node);

}  // namespace ironbus
