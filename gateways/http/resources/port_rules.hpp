#pragma once

#include "messages/wire/commands.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// Takes node_uuid out of the body of a new part of a node; `ident`: or node_ident, exactly one of
/// them names the node.
result<std::string> take_owner(json& body, int version, bool ident);

/// What the declarations cannot say about a port: local_link_connection.
result<std::monostate> check_new_port(const json& fields, int version);
result<std::monostate> check_port_patch(const std::vector<patch_operation>& patch, int version);

}  // namespace ironbus::http
