#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::test {

/// A command that agents of August 2026 know.
struct known_command {
  std::string_view extension;
  std::string_view name;
  bool async = false;  ///< Answered as RUNNING; ends later, with a heartbeat.
  bool last =
      false;  ///< The agent says and hears nothing after it, until the power does something.
  std::string_view needed;      ///< The params that it must have, by name.
  std::string_view allowed;     ///< Those that it may have; "*": any.
  const char* result = "null";  ///< JSON: of a command that does nothing here.
};

/// Null where the extension has no such command.
const known_command* find_known(std::string_view extension, std::string_view name);
bool is_extension(std::string_view x);

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

}  // namespace ironbus::test
