#pragma once

#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

/// `ironbusd secrets new-key`: prints a key line. Returns the exit code.
int run_new_secret_key(const secrets_request& asked);

}  // namespace ironbus::daemon
