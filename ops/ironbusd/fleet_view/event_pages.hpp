#pragma once

#include "gateways/cli/event_filter.hpp"
#include "ops/ironbusd/fleet_view/gateway_reader.hpp"

#include <functional>
#include <string>

namespace ironbus::fleet_view {

/// Reads the log of events page by page, oldest first, and calls `take` with each event as the
/// gateway sent it. Starts after `since`, POSITION or LOG:POSITION; empty: all stored events. Fails
/// as gateway_reader::read does, and with `not_found` if the log no longer has that position.
result<std::monostate> read_events(gateway_reader& service, const cli::event_filter& filter,
                                   const std::string& since,
                                   const std::function<void(const json& event)>& take);

/// The current end of the log, LOG:POSITION. Fails as gateway_reader::read does.
result<std::string> read_end_of_log(gateway_reader& service);

}  // namespace ironbus::fleet_view
