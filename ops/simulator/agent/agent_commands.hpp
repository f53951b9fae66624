#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::simulator {

/// What an agent does once a command has ended.
enum class after_command : uint8_t {
  tell,        ///< It says so by a heartbeat.
  nothing,     ///< It says and hears nothing more, until the power does something.
  start_anew,  ///< It has forgotten everything.
  power_off,   ///< It says nothing more, and shuts its machine down.
  reboot,      ///< The same, and its machine starts again.
};

/// What becomes of the system on the disk.
enum class disk_effect : uint8_t { none, written, erased };

/// How it goes on when a command has ended.
struct command_outcome {
  after_command next = after_command::tell;
  disk_effect disk = disk_effect::none;
};

/// A command that agents of August 2026 know.
struct known_command {
  std::string_view extension;
  std::string_view name;
  bool async = false;  ///< Answered as RUNNING; ends later, with a heartbeat.
  after_command next = after_command::tell;
  std::string_view needed;      ///< The params that it must have, by name.
  std::string_view allowed;     ///< Those that it may have; "*": any.
  const char* result = "null";  ///< JSON: of a command that does nothing here.
};

/// Null where the extension has no such command.
const known_command* find_known(std::string_view extension, std::string_view name);
bool is_extension(std::string_view x);

/// What a command, or a step, of that name does if it succeeds.
disk_effect effect_on_disk(std::string_view name);

/// What Python says of a call with these params; empty: they fit.
std::string fault_of_params(const known_command& command, const json& params);

/// What agents say of an image that they do not write; empty: they do.
std::string fault_of_image(const json& image_info);

/// How a command ends that takes time.
struct command_end {
  std::string status = "SUCCEEDED";
  json error;
  json result;
};

command_end failed_by(const std::string& details, const char* type = "CommandExecutionError");

/// How a step ends that is not even begun; unset: it is. `versions`: of the agent's hardware
/// managers. `declaration`: the step as it was published; null: it was not.
std::optional<command_end> refused_step(const known_command& command, const json& params,
                                        const json& versions, const json* declaration);

}  // namespace ironbus::simulator
