#pragma once

#include "tests/support/node_bench/bench_node.hpp"

// Nodes on the bench that are worked on through an agent.

namespace ironbus::test {

inline constexpr const char* token = "a-token-of-at-least-thirty-two-characters";

/// What the agent offers, as its driver reports it.
facts offers(const json& steps, const char* version = "1");
json erase(step_priority priority, bool reboot = false);
json metadata(int priority);

/// A manageable node with an agent's deploy interface.
bench_node with_agent();

/// The ramdisk boots: it looks its node up and calls.
void boots(bench_node& n);

/// The step that is out is done, and its driver has learnt this.
void answer_with(bench_node& n, facts observed);

/// The agent has taken the step and works on it.
void works(bench_node& n);

/// Up to the first step that the agent is told.
bench_node cleaning_with(const json& steps);

step_outcome ended(step_status status, const std::string& reason = {});

}  // namespace ironbus::test
