#pragma once

#include "ops/ironbusd/commands/command_line.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"

namespace ironbus::daemon {

/// `ironbusd store …` on the configured store. Returns the exit code.
int run_store_command(const command_line& command_line, const configuration& configuration);

}  // namespace ironbus::daemon
