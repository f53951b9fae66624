#pragma once

#include "ops/ironbusd/commands/command_line.hpp"
#include "ops/simulator/like/node_model.hpp"

#include <vector>

namespace ironbus::daemon {

/// The nodes of the gateway that `--like` names. `invalid`: the command line is wrong; else the
/// gateway cannot be read.
result<std::vector<simulator::node_model>> read_like(const simulate_request& asked);

}  // namespace ironbus::daemon
