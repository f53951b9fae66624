#pragma once

#include "messages/base/json.hpp"

#include <chrono>
#include <cstdint>
#include <string_view>

namespace ironbus {

enum class bmc_protocol : uint8_t { redfish, ipmi, count_ };

/// Result of a request to a BMC.
enum class bmc_result : uint8_t {
  done,
  not_sent,    ///< No permit, invalid request, missing program, or full queue.
  silent,      ///< No connection, or no response in time.
  untrusted,   ///< TLS failed: untrusted certificate or no common cipher.
  access,      ///< Wrong user or password, or missing privilege.
  missing,     ///< The resource or function does not exist.
  unreadable,  ///< The server speaks another protocol.
  busy,        ///< The BMC reported that it is busy.
  refused,     ///< The BMC rejected the request.
  broken,      ///< The BMC failed.
  count_
};

/// "silent".
std::string_view to_string(bmc_result x);

/// Index of a machine's manufacturer, from properties.vendor: one that is counted separately,
/// `other`, or `unknown` if the node does not name it. The set is fixed, so the names that BMCs
/// report cannot extend it.
size_t vendor_number(const json& properties);
/// Index of an unknown manufacturer.
size_t unknown_vendor();

/// Counts a request and its duration in ironbus_bmc_call_seconds. Thread-safe.
void observe_bmc_call(bmc_protocol protocol, size_t vendor, bmc_result result,
                      std::chrono::steady_clock::time_point began);

}  // namespace ironbus
