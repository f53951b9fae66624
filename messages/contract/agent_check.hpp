#pragma once

#include "messages/base/errors.hpp"
#include "messages/model/agent_session.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus {

/// What a heartbeat says of whoever sends it.
struct claimed_agent {
  std::string_view token;  ///< Empty: none.
  std::string_view url;    ///< As normal_callback_url() has it.
  const std::optional<std::string>& certificate;
  std::string_view url_name = "callback_url";  ///< What errors call the address.
};

/// An agent without a token is let in by configuration only (agent.allow_tokenless_agents), and
/// only to a node without one.
bool may_lack_token(const agent_session& known, const claimed_agent& claimed, bool allow_tokenless);

/// Whether a heartbeat is that of the node's agent: its address and its certificate do not change
/// while it runs, and it shows the token it was given. `invalid` names what differs, and no secret.
/// Whoever answers the agent asks, and so does the node when it takes the heartbeat: what it knows
/// may have changed meanwhile.
result<std::monostate> check_agent(const agent_session& known, const claimed_agent& claimed,
                                   bool allow_tokenless);

}  // namespace ironbus
