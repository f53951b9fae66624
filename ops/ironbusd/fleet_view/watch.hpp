#pragma once

#include "ops/ironbusd/fleet_view/gateway_reader.hpp"

#include <ostream>
#include <variant>

namespace ironbus::fleet_view {

struct watch_options {
  cli::gateway_access gateway;
  bool json = false;  ///< One line of JSON per node, and one per change.
  bool live = false;  ///< Redraw a table; else print a line per event.
  bool coloured = false;
};

/// Shows the fleet until SIGINT or SIGTERM, by its list and the stream of events. Reconnects to a
/// lost gateway. Fails as gateway_reader::make and cli::event_follower do.
result<std::monostate> watch_fleet(const watch_options& options, std::ostream& out,
                                   std::ostream& complaints);

}  // namespace ironbus::fleet_view
