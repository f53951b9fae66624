#pragma once

#include "messages/base/json.hpp"

#include <chrono>
#include <cstdint>
#include <string_view>

namespace ironbus {

enum class bmc_protocol : uint8_t { redfish, ipmi, count_ };

/// What became of a request to a BMC.
enum class bmc_result : uint8_t {
  done,
  not_sent,    ///< No permit, no request, no program, or too many wait.
  silent,      ///< No connection, or no answer in time.
  untrusted,   ///< It has not proved who it is, or does not share our ciphers.
  access,      ///< The user, the password or the user's rights.
  missing,     ///< It has no such thing.
  unreadable,  ///< What answers speaks another protocol.
  busy,        ///< Not now, it says.
  refused,     ///< Not so, it says.
  broken,      ///< It failed.
  count_
};

/// "silent".
std::string_view to_string(bmc_result x);

/// The number of a machine's maker, by properties.vendor: one of those that are counted apart, or
/// other, or unknown where the node does not say. Whatever a BMC calls itself, there are no more.
size_t vendor_number(const json& properties);
/// That of what no node has named.
size_t unknown_vendor();

/// Counts a request, and how long it took, in ironbus_bmc_call_seconds. Any thread.
void observe_bmc_call(bmc_protocol protocol, size_t vendor, bmc_result result,
                      std::chrono::steady_clock::time_point began);

}  // namespace ironbus
