#pragma once

#include "ops/ironbusd/commands/command_line.hpp"

namespace ironbus::daemon {

/// Prints the certificate of a node's cleaning as a gateway has it, or checks one in a file with
/// nothing but a public key. Gives the code to exit with.
int run_certificate(const certificate_request& asked);

}  // namespace ironbus::daemon
