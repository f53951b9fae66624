#pragma once

#include "ops/simulator/agent/agent_script.hpp"

#include <string>

namespace ironbus::simulation {

/// The steps of a simulated machine's agent, with durations.
simulator::agent_script script_of_agent(const std::string& node, const std::string& mac);

}  // namespace ironbus::simulation
