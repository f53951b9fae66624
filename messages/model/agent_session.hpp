#pragma once

#include "messages/base/json_document.hpp"
#include "messages/base/time.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// The agent of a machine since the machine last booted one. Stored and shown by the API as keys of
/// the node's driver_internal_info; an empty member has no key.
struct agent_session {
  std::optional<std::string> url;    ///< Its address, from its heartbeats.
  std::optional<std::string> token;  ///< Secret; authenticates the agent and ironbus to each other.
  /// The token came with the boot files, not from a lookup.
  bool token_handed_over = false;
  std::optional<std::string> certificate;  ///< PEM; verifies the agent's TLS certificate.
  std::optional<std::string> version;      ///< Of its software; kept when the agent stops.
  std::optional<std::string> status;       ///< "start", "end" or "error" of the agent's own work.
  std::optional<std::string> status_message;
  std::optional<timestamp> last_heartbeat;
  /// The last refused call of an agent since the last accepted one, and why it was refused.
  std::optional<std::string> refusal;
  std::optional<timestamp> refused_at;
  std::optional<std::string> command;  ///< The id of the agent command that runs the node's step.

  /// Whether it has sent a heartbeat, so that requests can be sent to it.
  bool has_sent_heartbeat() const { return url && !url->empty(); }
  /// Whether it got the token from a lookup.
  bool has_issued_token() const { return token && !token_handed_over; }

  bool operator==(const agent_session&) const = default;
};

/// The key of `command`, which drivers report among their facts.
inline constexpr const char* agent_command_key = "agent_command";

/// Reads the session from a node's driver_internal_info, and writes it.
agent_session read_agent_session(const json& driver_internal_info);
void write_agent_session(json& driver_internal_info, const agent_session& session);

/// driver_internal_info without the token, for readers that do not need it.
json_document without_agent_token(json_document driver_internal_info);

/// Whether a node's agent may keep running between workflows: driver_info.fast_track if it is a
/// boolean, else the option.
bool may_keep_agent(bool option, const json& driver_info);

}  // namespace ironbus
