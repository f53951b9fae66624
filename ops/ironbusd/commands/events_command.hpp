#pragma once

#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

/// `ironbus events`: prints the log after a position, or follows the stream. Returns the exit code.
int run_events(const events_request& asked);

}  // namespace ironbus::daemon
