#pragma once

#include "gateways/http/services/options.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <cstddef>
#include <string>

namespace ironbus::daemon {

/// The options of the HTTP gateway, as the settings of the process say. `descriptors`: the limit of
/// open files. Left to the caller: session_secret and write_metrics.
http::gateway_options gateway_options_of(const settings& settings,
                                         const installation_policy& policy,
                                         const std::string& process_name, size_t descriptors);

/// Logs that clients need no login, if that is so: as a warning if a network can reach the API.
void report_open_access(const settings& settings);

}  // namespace ironbus::daemon
