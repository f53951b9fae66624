#pragma once

#include "messages/wire/step.hpp"

#include <string>

namespace ironbus {

/// What agents are told about their node: {"node": …, "ports": […]}, in the form of a stored node.
/// Secrets of BMC, token and config drive are masked: an agent needs none of them.
json agent_params(const machine& machine);

/// The params of execute_…_step for a step: agent_params, the step as the agent published it with
/// its arguments, and the version of the hardware managers that published it.
json agent_step_params(const step_request& request, const std::string& version_key, json args);

}  // namespace ironbus
