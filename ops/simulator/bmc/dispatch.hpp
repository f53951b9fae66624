#pragma once

#include "ops/simulator/redfish/call.hpp"

namespace ironbus::simulator {

/// Maximum size of a request body.
inline constexpr size_t body_bytes_max = 64 * 1024;

/// Checks a request and runs it.
http::response dispatch(bmc_memory& memory, const http::request& request);
/// The error response for a fault.
http::response refused(const profile& kind, const fault& why);

}  // namespace ironbus::simulator
