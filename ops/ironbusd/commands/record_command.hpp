#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// `ironbusd record-bmc`: writes what a BMC shows to a folder; gives the exit code.
int run_recording(const record_request& asked);

}  // namespace ironbus::daemon
