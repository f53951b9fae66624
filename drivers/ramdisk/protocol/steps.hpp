#pragma once

#include "drivers/ramdisk/protocol/agent_state.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace ironbus::ramdisk {

/// The steps that this agent has for "clean", "deploy" or "service", in ironic-python-agent's form:
/// {clean_steps: {MANAGER: [step…]}, hardware_manager_version: {NAME: VERSION}}.
nlohmann::json offered_steps(const std::string& kind);

/// Runs params.step: {clean_result, clean_step} or its like. Throws command_failure:
/// VersionMismatch where params has other versions than ours, HardwareManagerMethodNotFound, and
/// what steps throw.
nlohmann::json execute_step(agent_state& state, const std::string& kind,
                            const nlohmann::json& params);

/// How images are fetched by this agent.
deployment_rules deployment_rules_of(const agent_state& state);

}  // namespace ironbus::ramdisk
