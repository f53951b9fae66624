#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// Runs the command of the command line; returns the exit code.
int run(const command_line& command_line);

}  // namespace ironbus::daemon
