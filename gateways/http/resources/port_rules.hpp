#pragma once

#include "messages/wire/commands.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// Removes node_uuid from the body of a new part of a node. With `ident` node_ident is allowed
/// instead, and exactly one of them must name the node.
result<std::string> take_owner(json& body, int version, bool ident);

/// Checks local_link_connection of a new port, which the declarations do not cover.
result<std::monostate> check_new_port(const json& fields, int version);
result<std::monostate> check_port_patch(const std::vector<patch_operation>& patch, int version);

}  // namespace ironbus::http
