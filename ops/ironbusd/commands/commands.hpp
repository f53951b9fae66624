#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

#include <functional>

namespace ironbus::daemon {

/// Runs `simulate` or `record-bmc`; returns the exit code.
using machine_command = std::function<int(const command_line&)>;

/// Runs the command of the command line; returns the exit code. `machines` runs the commands that
/// need the simulator or the recorder, which are not part of a service.
int run(const command_line& command_line, const machine_command& machines);

}  // namespace ironbus::daemon
