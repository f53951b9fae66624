#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What an agent says about a command. `unknown`: a status that this release has no name for.
enum class command_status : uint8_t { running, succeeded, failed, version_mismatch, unknown };

/// A command that an agent has been given, as it reports it.
struct agent_command {
  std::string id;
  std::string name;  ///< Without its extension: "execute_clean_step".
  command_status status = command_status::unknown;
  std::string error;             ///< For the operator; empty unless it failed.
  bool too_old = false;          ///< The agent does not know the command's arguments.
  json result = json::object();  ///< Of a command that succeeded.
  /// Of execute_…_step: the step it was given; empty where the agent does not say, as one does not
  /// before the step has succeeded.
  json step = json::object();
};

/// One result; `invalid` if it is no object, lacks its id, name or status, or has an endless id.
result<agent_command> parse_command(const json& document);

/// The answer to GET /v1/commands/, oldest first. `invalid` as parse_command.
result<std::vector<agent_command>> parse_commands(const json& document);

/// Whether an id that an agent gave may stand in the path of a request to it.
bool can_be_asked_for(std::string_view id);

/// The sentence in an agent's error answer, however it is wrapped; cut to a readable length.
std::string agent_error_text(std::string_view body);

/// Whether an error answer says that the agent is busy with another command.
bool says_busy(unsigned status, std::string_view text);

/// The command with that id; null if there is none.
const agent_command* find_command(const std::vector<agent_command>& all, std::string_view id);

/// The last command of that name after `previous` (an id) that is for that step, or may be: what
/// became of a request whose answer was lost. Null if it has not arrived.
const agent_command* find_last(const std::vector<agent_command>& all, std::string_view name,
                               const json& step, std::string_view previous);

/// Whether two step objects mean the same step.
bool same_step(const json& a, const json& b);

}  // namespace ironbus
