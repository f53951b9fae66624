#pragma once

#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

// `ironbus completion` and `ironbus man`; each gives the exit code.
int print_completion(const manual_request& asked);
int print_manual(const manual_request& asked);

}  // namespace ironbus::daemon
