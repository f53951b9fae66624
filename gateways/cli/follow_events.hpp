#pragma once

#include "gateways/cli/event_follower.hpp"

#include <ostream>

namespace ironbus::cli {

/// Writes a line for each event until SIGINT or SIGTERM; comes back when the gateway does, to where
/// it was. Each time the gateway is lost, `complaints` gets a line. Failures: event_follower::make
/// and its outcome.
result<std::monostate> follow_events(const follow_options& options, std::ostream& out,
                                     std::ostream& complaints);

}  // namespace ironbus::cli
