#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/commands.hpp"

#include <string_view>
#include <variant>

namespace ironbus::http {

/// What a body says that has been checked against its table.
agent_heartbeat read_heartbeat(const json& body);
/// The same of an agent from before lookups.
agent_heartbeat read_old_heartbeat(const json& body);

/// What the node, of which these are attributes, says about a heartbeat. `url_name`: how the body
/// calls its URL.
result<std::monostate> check_heartbeat(const agent_heartbeat& heartbeat, std::string_view url_name,
                                       const json& attributes, const installation_policy& policy);

}  // namespace ironbus::http
