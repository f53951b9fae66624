#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// `ironbusd record-bmc`: records the resources of a BMC to a folder. Returns the exit code.
int run_recording(const record_request& asked);

}  // namespace ironbus::daemon
