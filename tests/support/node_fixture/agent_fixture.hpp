#pragma once

#include "tests/support/node_fixture/node_fixture.hpp"

// Nodes without a runtime that are worked on through an agent.

namespace ironbus::test {

inline constexpr const char* token = "a-token-of-at-least-thirty-two-characters";

/// What the agent offers, as its driver reports it.
facts offers(const json& steps, const char* version = "1");
json erase(step_priority priority, bool reboot = false);
json metadata(int priority);

/// A manageable node with an agent's deploy interface.
node_fixture with_agent();

/// The ramdisk boots: it looks its node up and calls.
void boots(node_fixture& n);

/// The step that is out is done, and its driver has learnt this.
void answer_with(node_fixture& n, facts observed);

/// The agent has taken the step and works on it.
void works(node_fixture& fixture);

/// Up to the first step that the agent is told.
node_fixture cleaning_with(const json& steps);

step_outcome ended(step_status status, const std::string& reason = {});

}  // namespace ironbus::test
