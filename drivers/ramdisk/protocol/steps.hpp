#pragma once

#include "drivers/ramdisk/protocol/agent_state.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace ironbus::ramdisk {

/// The agent's steps for "clean", "deploy" or "service", in ironic-python-agent's format:
/// {clean_steps: {MANAGER: [step…]}, hardware_manager_version: {NAME: VERSION}}.
nlohmann::json offered_steps(const std::string& kind);

/// Runs params.step and returns {clean_result, clean_step} or the equivalent. Throws
/// command_failure: VersionMismatch if params has other versions, HardwareManagerMethodNotFound,
/// and failures of the step.
nlohmann::json execute_step(agent_state& state, const std::string& kind,
                            const nlohmann::json& params);

/// The agent's settings for downloads.
deployment_rules deployment_rules_of(const agent_state& state);

}  // namespace ironbus::ramdisk
