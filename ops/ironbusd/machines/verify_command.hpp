#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// `ironbusd verify-bmc`: checks a BMC and prints a report. Returns the exit code.
int run_verification(const verify_request& asked);

}  // namespace ironbus::daemon
