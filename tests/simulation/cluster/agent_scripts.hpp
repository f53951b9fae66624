#pragma once

#include "ops/simulator/agent/agent_script.hpp"

#include <string>

namespace ironbus::simulation {

/// What the agent of a simulated machine offers, and how long it takes.
simulator::agent_script script_of_agent(const std::string& node, const std::string& mac);

}  // namespace ironbus::simulation
