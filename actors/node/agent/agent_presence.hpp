#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// What is known of the agent in the machine.

/// Whether an agent has called since the machine was last booted by us.
bool agent_is_known(const node& x);

/// How long the workflow in progress may wait for its agent; 0: for ever.
std::chrono::seconds agent_timeout(const decision& d);

/// Notes that the agent has been heard of now.
void stamp_heartbeat(decision& decision);

/// "The last heartbeat of the agent was at …" or that it never was.
std::string describe_last_heartbeat(const node& node);

}  // namespace ironbus
