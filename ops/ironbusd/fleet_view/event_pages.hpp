#pragma once

#include "gateways/cli/event_filter.hpp"
#include "ops/ironbusd/fleet_view/gateway_reader.hpp"

#include <functional>
#include <string>

namespace ironbus::fleet_view {

/// Calls `take` with each event of the log behind a place, oldest first, page by page, until the
/// log ends. `since` is POSITION or LOG:POSITION; empty: all that is kept. Events are as
/// the gateway sent them. Failures are those of gateway_reader::read; `not_found` too if what
/// followed that place is not kept any more.
result<std::monostate> read_events(gateway_reader& service, const cli::event_filter& filter,
                                   const std::string& since,
                                   const std::function<void(const json& event)>& take);

/// The place where the log ends now, LOG:POSITION. Failures are those of gateway_reader::read.
result<std::string> read_end_of_log(gateway_reader& service);

}  // namespace ironbus::fleet_view
