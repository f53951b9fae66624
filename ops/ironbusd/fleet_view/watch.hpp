#pragma once

#include "ops/ironbusd/fleet_view/gateway_reader.hpp"

#include <ostream>
#include <variant>

namespace ironbus::fleet_view {

struct watch_options {
  cli::asked_gateway gateway;
  bool json = false;  ///< A JSON object a line for each node, and again for each change.
  bool live = false;  ///< A table that is drawn anew in place; else a line for each event.
  bool coloured = false;
};

/// Shows the fleet until SIGINT or SIGTERM, over the stream of events; comes back when the gateway
/// does. Failures: as of gateway_reader::make and cli::event_follower.
result<std::monostate> watch_fleet(const watch_options& options, std::ostream& out,
                                   std::ostream& complaints);

}  // namespace ironbus::fleet_view
