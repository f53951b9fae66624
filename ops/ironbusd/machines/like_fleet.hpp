#pragma once

#include "ops/ironbusd/commands/command_line.hpp"
#include "ops/simulator/like/node_model.hpp"

#include <vector>

namespace ironbus::daemon {

/// The nodes of the gateway of `--like`. `invalid`: the command line is wrong. Other codes: the
/// gateway cannot be read.
result<std::vector<simulator::node_model>> read_like(const simulate_request& asked);

}  // namespace ironbus::daemon
