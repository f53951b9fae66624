#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// `ironbusd simulate`: simulates machines until SIGINT or SIGTERM. Returns the exit code.
int run_simulation(const simulate_request& asked);

}  // namespace ironbus::daemon
