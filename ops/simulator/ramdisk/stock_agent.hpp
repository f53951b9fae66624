#pragma once

#include "ops/simulator/agent/agent_script.hpp"
#include "ops/simulator/machine/machine_state.hpp"

#include <memory>

namespace ironbus::simulator {

/// Phase ("clean", "deploy", "service") → what ironic-python-agent of August 2026 offers without
/// any hardware manager beside its own generic one.
using agent_steps = std::map<std::string, std::vector<scripted_step>>;
agent_steps stock_steps(const timing& speed);

/// The agent that a machine boots.
agent_script script_of(const machine_state& machine, const agent_steps& steps);

/// What it finds in the machine, which is what the BMC says of it. The BMC's own address is not
/// found: machines that share one would be taken for each other.
json inventory_of(const machine_state& machine);

}  // namespace ironbus::simulator
