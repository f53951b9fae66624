#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/commands.hpp"

#include <string_view>
#include <variant>

namespace ironbus::http {

/// Reads a body that was checked against its table.
agent_heartbeat read_heartbeat(const json& body);
/// The same for an agent from before lookups.
agent_heartbeat read_old_heartbeat(const json& body);

/// Checks a heartbeat against the node's attributes. `url_name`: the name of the URL's member in
/// the body.
result<std::monostate> check_heartbeat(const agent_heartbeat& heartbeat, std::string_view url_name,
                                       const json& attributes, const installation_policy& policy);

}  // namespace ironbus::http
