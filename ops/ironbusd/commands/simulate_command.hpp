#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// `ironbusd simulate`: serves machines until it is told to end; gives the exit code.
int run_simulation(const simulate_request& asked);

}  // namespace ironbus::daemon
