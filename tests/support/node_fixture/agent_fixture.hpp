#pragma once

#include "tests/support/node_fixture/node_fixture.hpp"

// Nodes without a runtime that use an agent.

namespace ironbus::test {

inline constexpr const char* token = "a-token-of-at-least-thirty-two-characters";

/// The steps of an agent, as its driver reports them.
facts offers(const json& steps, const char* version = "1");
json erase(step_priority priority, bool reboot = false);
json metadata(int priority);

/// A manageable node whose deploy interface uses an agent.
node_fixture with_agent();

/// The ramdisk boots: the agent looks up its node and sends a heartbeat.
void boots(node_fixture& n);

/// The outstanding step is done, with these facts.
void answer_with(node_fixture& n, facts observed);

/// The agent has accepted the step and runs it.
void works(node_fixture& fixture);

/// A node in cleaning, up to the first step of the agent.
node_fixture cleaning_with(const json& steps);

step_outcome ended(step_status status, const std::string& reason = {});

}  // namespace ironbus::test
