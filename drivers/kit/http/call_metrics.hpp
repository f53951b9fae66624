#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <chrono>
#include <cstdint>

namespace ironbus {

/// Receiver of a call, a label of the metric.
enum class http_peer : uint8_t { agent, bmc, other, count_ };

/// "GET"; "timeout".
std::string_view name_of(http_method method);
std::string_view name_of(http_error why);

/// Counts a call, including its retries, in ironbus_driver_call_seconds. Thread-safe.
void observe_call(http_peer peer, http_method method, const http_result& answer,
                  std::chrono::steady_clock::time_point began);

}  // namespace ironbus
