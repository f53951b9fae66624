#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// `ironbus certificate`: prints a node's cleaning certificate from a gateway, or verifies one in a
/// file with a public key. Returns the exit code.
int run_certificate(const certificate_request& asked);

}  // namespace ironbus::daemon
