#pragma once

#include "ops/simulator/agent/agent_script.hpp"
#include "ops/simulator/machine/machine_state.hpp"

#include <memory>

namespace ironbus::simulator {

/// Phase ("clean", "deploy", "service") → steps of ironic-python-agent of August 2026 with its
/// generic hardware manager only.
using agent_steps = std::map<std::string, std::vector<scripted_step>>;
agent_steps stock_steps(const timing& speed);

/// The script of the agent that a machine boots.
agent_script script_of(const machine_state& machine, const agent_steps& steps);

/// The inventory that the agent finds, equal to the BMC's resources. It contains no BMC address:
/// machines with the same address would be mistaken for each other.
json inventory_of(const machine_state& machine);

}  // namespace ironbus::simulator
