#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// Does what the command line asks for; gives the exit code.
int run(const command_line& command_line);

}  // namespace ironbus::daemon
