#pragma once

#include "messages/base/json_document.hpp"
#include "messages/base/time.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// What is known of the agent in a machine since the machine was last booted for one. Stored, and
/// shown by the API, as keys of the node's driver_internal_info; an empty member has no key.
struct agent_session {
  std::optional<std::string> url;    ///< Where it listens, as its heartbeats say.
  std::optional<std::string> token;  ///< Secret; proves the agent to us and us to the agent.
  /// It has the token from what it was booted from, and not from a lookup.
  bool token_handed_over = false;
  std::optional<std::string> certificate;  ///< PEM; what its certificate is checked with.
  std::optional<std::string> version;      ///< Of its software; stays when the agent goes.
  std::optional<std::string> status;       ///< "start", "end" or "error", of its own work.
  std::optional<std::string> status_message;
  std::optional<timestamp> last_heartbeat;
  std::optional<std::string> command;  ///< The id of the command of its that is the node's step.

  /// Whether it has called, so that it can be asked.
  bool has_called() const { return url && !url->empty(); }
  /// Whether it has the token from a lookup.
  bool has_issued_token() const { return token && !token_handed_over; }

  bool operator==(const agent_session&) const = default;
};

/// The key of `command`, which drivers report among their facts.
inline constexpr const char* agent_command_key = "agent_command";

/// The session in a node's driver_internal_info, and into it.
agent_session read_agent_session(const json& driver_internal_info);
void write_agent_session(json& driver_internal_info, const agent_session& session);

/// The notes of a node without the token, for whoever does not need it.
json_document without_agent_token(json_document driver_internal_info);

}  // namespace ironbus
