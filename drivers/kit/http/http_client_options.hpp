#pragma once

#include "drivers/kit/http/call_metrics.hpp"
#include "drivers/kit/http/http_message.hpp"
#include "messages/platform/network.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ironbus {

struct http_client_options {
  using milliseconds = std::chrono::milliseconds;

  /// What errors call the other side: "the agent", "the BMC".
  std::string peer = "the server";
  http_peer counted_as = http_peer::other;

  milliseconds connect_timeout{30000};
  /// From the call to its end, repetitions and the pauses between them included. The time that the
  /// system takes to look a name up is not bounded.
  milliseconds exchange_timeout{60000};

  /// How often a request is sent at most; see http_client for which. The pause doubles each time.
  uint32_t attempts_max = 1;
  milliseconds retry_first{500};
  milliseconds retry_longest{8000};

  size_t answer_bytes_max = 8 * 1024 * 1024;  ///< Larger answers are cut off and refused.

  /// Connections kept open for further requests, to one server and to all; 0: each request has its
  /// own, and says so (Connection: close).
  size_t idle_per_server_max = 0;
  size_t idle_max = 256;
  milliseconds idle_time{10000};  ///< Longer ones are not used again.

  /// Unset: none. Takes requests in absolute form, and opens tunnels for https (CONNECT).
  std::optional<http_endpoint> proxy;

  /// Why nothing is sent to an address: "loopback", …; empty: it may be. Unset: all may be. Asked
  /// of each address that a name stands for; of a server behind a proxy only what it says itself.
  std::function<std::string(const ip_address&)> refused_address;
};

}  // namespace ironbus
