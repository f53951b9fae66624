#pragma once

#include "messages/wire/step.hpp"

#include <string>

namespace ironbus {

/// The node's data for agents: {"node": …, "ports": […]}, in the format of a stored node. Secrets
/// of BMC, token and config drive are masked, because agents need none of them.
json agent_params(const machine& machine);

/// The params of execute_…_step: agent_params, the step as published by the agent with its
/// arguments, and the version of the hardware managers that published it.
json agent_step_params(const step_request& request, const std::string& version_key, json args);

}  // namespace ironbus
