#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Status of a command. `unknown`: not defined in this release.
enum class command_status : uint8_t { running, succeeded, failed, version_mismatch, unknown };

/// A command as reported by the agent.
struct agent_command {
  std::string id;
  std::string name;  ///< Without its extension: "execute_clean_step".
  command_status status = command_status::unknown;
  std::string error;             ///< For the operator; empty unless it failed.
  bool too_old = false;          ///< The agent does not know the command's arguments.
  json result = json::object();  ///< Of a successful command.
  /// For execute_…_step: its step. Empty if the agent does not report it, as some do only after
  /// success.
  json step = json::object();
};

/// Parses a command. `invalid` if it is not an object, has no id, name or status, or the id is too
/// long.
result<agent_command> parse_command(const json& document);

/// Parses the response to GET /v1/commands/, oldest first. `invalid` as in parse_command.
result<std::vector<agent_command>> parse_commands(const json& document);

/// Whether an id from the agent is safe in a request path.
bool can_be_asked_for(std::string_view id);

/// The message of an agent's error response in any format, truncated.
std::string agent_error_text(std::string_view body);

/// Whether an error response says that the agent is busy with another command.
bool says_busy(unsigned status, std::string_view text);

/// The command with that id; null if there is none.
const agent_command* find_command(const std::vector<agent_command>& all, std::string_view id);

/// The last command of that name after `previous` (an id) that may be for that step: the command
/// whose response was lost. Null if the agent does not have it.
const agent_command* find_last(const std::vector<agent_command>& all, std::string_view name,
                               const json& step, std::string_view previous);

/// Whether two step objects mean the same step.
bool same_step(const json& a, const json& b);

}  // namespace ironbus
