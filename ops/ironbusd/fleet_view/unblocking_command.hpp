#pragma once

#include "messages/base/json.hpp"

#include <string>

namespace ironbus::fleet_view {

/// The `baremetal` command that stands for a call which unblocks a node, as /why has it: {"call":
/// "PUT /v1/nodes/…", "body"}. `node` is how the command names it. Empty: there is none.
std::string unblocking_command(const json& unblocker, const std::string& node);

}  // namespace ironbus::fleet_view
