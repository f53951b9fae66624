#pragma once

#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

// The commands `completion` and `man` of the program `called`. Each returns the exit code.
int print_completion(program called, const manual_request& asked);
int print_manual(program called, const manual_request& asked);

}  // namespace ironbus::daemon
