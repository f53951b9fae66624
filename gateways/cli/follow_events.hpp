#pragma once

#include "gateways/cli/event_follower.hpp"

#include <ostream>

namespace ironbus::cli {

/// Writes a line to `out` for each event, until SIGINT or SIGTERM. Writes a line to `complaints`
/// each time the gateway is lost. Fails as event_follower::make and event_follower::outcome do.
result<std::monostate> follow_events(const follow_options& options, std::ostream& out,
                                     std::ostream& complaints);

}  // namespace ironbus::cli
