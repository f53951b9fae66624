#pragma once

#include "messages/base/errors.hpp"
#include "messages/model/agent_session.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus {

/// The sender's identity in a heartbeat.
struct claimed_agent {
  std::string_view token;  ///< Empty: none.
  std::string_view url;    ///< In the form of normal_callback_url().
  const std::optional<std::string>& certificate;
  std::string_view url_name = "callback_url";  ///< The name of the address in errors.
};

/// Whether an agent without a token is accepted: only if the configuration allows it
/// (agent.allow_tokenless_agents) and the node has no token.
bool may_lack_token(const agent_session& known, const claimed_agent& claimed, bool allow_tokenless);

/// Checks whether a heartbeat comes from the node's agent: its address and certificate must not
/// change while it runs, and it must send its token. `invalid` names the difference, but no secret.
/// `conflict` if the node has no session: the machine was powered off, or its next boot has begun.
/// The gateway checks before it answers; the node checks again, because its data may have changed.
result<std::monostate> check_agent(const agent_session& known, const claimed_agent& claimed,
                                   bool allow_tokenless);

}  // namespace ironbus
