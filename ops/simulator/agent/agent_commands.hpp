#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::simulator {

/// The agent's next action after a command has ended.
enum class after_command : uint8_t {
  tell,       ///< Sends a heartbeat.
  nothing,    ///< Sends and answers nothing until the next power change.
  restart,    ///< Restarts and loses its state.
  power_off,  ///< Stops and powers its machine off.
  reboot,     ///< Stops and restarts its machine.
};

/// Effect of a command on the system on the disk.
enum class disk_effect : uint8_t { none, written, erased };

/// The result of an ended command for agent and machine.
struct command_outcome {
  after_command next = after_command::tell;
  disk_effect disk = disk_effect::none;
};

/// A command that agents of August 2026 support.
struct known_command {
  std::string_view extension;
  std::string_view name;
  bool async = false;  ///< Answers RUNNING, and ends later with a heartbeat.
  after_command next = after_command::tell;
  std::string_view needed;      ///< Names of the required params.
  std::string_view allowed;     ///< Names of the optional params; "*": any.
  const char* result = "null";  ///< JSON result of a command without an effect here.
};

/// Finds a command; null if the extension does not have it.
const known_command* find_known(std::string_view extension, std::string_view name);
bool is_extension(std::string_view x);

/// The effect of a successful command or step of that name.
disk_effect effect_on_disk(std::string_view name);

/// Python's error for a call with these params; empty: they fit.
std::string params_error(const known_command& command, const json& params);

/// The agent's error for an invalid image; empty: the image is valid.
std::string image_error(const json& image_info);

/// The end of a command that takes time.
struct command_end {
  std::string status = "SUCCEEDED";
  json error;
  json result;
};

command_end failed_by(const std::string& details, const char* type = "CommandExecutionError");

/// The failure of a step that cannot start; unset: it starts. `versions`: of the agent's hardware
/// managers. `declaration`: the published step, or null if it was not published.
std::optional<command_end> step_failure(const known_command& command, const json& params,
                                        const json& versions, const json* declaration);

}  // namespace ironbus::simulator
