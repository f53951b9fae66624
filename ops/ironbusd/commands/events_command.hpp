#pragma once

#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

/// `ironbus events`: prints what the log has behind a position, or follows the stream. Gives the
/// exit code.
int run_events(const events_request& asked);

}  // namespace ironbus::daemon
