#pragma once

#include "ops/simulator/redfish/call.hpp"

namespace ironbus::simulator {

/// What a BMC may be told at most.
inline constexpr size_t body_bytes_max = 64 * 1024;

/// What the path of a target names: without the query, decoded, without a slash at its end.
std::string path_of(std::string_view target);

/// Judges a request and carries it out.
http::response dispatch(bmc_memory& memory, const http::request& request);
/// A refusal as it goes out.
http::response refused(const profile& kind, const fault& why);

}  // namespace ironbus::simulator
