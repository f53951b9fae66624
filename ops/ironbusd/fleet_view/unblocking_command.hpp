#pragma once

#include "messages/base/json.hpp"

#include <string>

namespace ironbus::fleet_view {

/// The `baremetal` command for a call of /why that unblocks a node: {"call": "PUT /v1/nodes/…",
/// "body"}. `node` is the node's name in the command. Empty: there is no such command.
std::string unblocking_command(const json& unblocker, const std::string& node);

}  // namespace ironbus::fleet_view
