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

  /// Name of the server in errors: "the agent", "the BMC".
  std::string peer = "the server";
  http_peer counted_as = http_peer::other;

  milliseconds connect_timeout{30000};
  /// From the call to its end, including retries and their pauses. The time of a DNS lookup is not
  /// limited.
  milliseconds exchange_timeout{60000};

  /// Maximum of attempts; see http_client. The pause doubles each time.
  uint32_t attempts_max = 1;
  milliseconds retry_first{500};
  milliseconds retry_longest{8000};

  size_t answer_bytes_max = 8 * 1024 * 1024;  ///< Larger responses fail.
  bool redirects_are_answers = false;         ///< False: a redirect is a failure.

  /// Idle connections kept for reuse, for each server and in total. 0: each request uses a new
  /// connection and sends Connection: close.
  size_t idle_per_server_max = 0;
  size_t idle_max = 256;
  milliseconds idle_time{10000};  ///< Older idle connections are not reused.

  /// Unset: no proxy. Receives requests in absolute form, and CONNECT for https.
  std::optional<http_endpoint> proxy;

  /// Reason why an address is forbidden: "loopback", …; empty: allowed. Unset: all are allowed.
  /// Called for each address that a name resolves to. Behind a proxy only literal addresses are
  /// checked.
  std::function<std::string(const ip_address&)> refused_address;
};

}  // namespace ironbus
