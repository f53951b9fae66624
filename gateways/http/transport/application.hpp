#pragma once

#include "gateways/http/transport/client_budget.hpp"
#include "gateways/http/transport/message.hpp"
#include "gateways/http/transport/tls_files.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ironbus::http {

/// What the server grants a client. Every limit is there because a client without it can hold
/// memory or a connection for ever.
struct server_options {
  std::string host = "127.0.0.1";
  uint16_t port = 6385;  ///< 0: any free one.
  tls_files tls;         ///< Without them in the clear; TLS 1.2 and newer.
  unsigned threads = 1;
  size_t connections_max = 10'000;  ///< More are answered 503.
  client_limits clients;
  uint32_t header_bytes_max = 16 * 1024;
  size_t target_bytes_max = 8 * 1024;
  std::chrono::milliseconds header_timeout{10'000};  ///< For the TLS handshake as well.
  /// For a body; a long one has as much again for each part that `body_bytes_per_second_min` makes
  /// of that time.
  std::chrono::milliseconds body_timeout{30'000};
  uint64_t body_bytes_per_second_min = 64 * 1024;
  std::chrono::milliseconds idle_timeout{60'000};  ///< Between two requests of a connection.
  std::chrono::milliseconds stop_grace{10'000};    ///< For requests in progress when stopping.
};

/// What the server serves. Called on the server's threads; must not block.
class application {
public:
  virtual ~application() = default;

  /// How long a body this request may have; asked before any of it is read.
  virtual size_t body_bytes_max(const request& head) const = 0;
  /// Judges the sender of a larger body before any of it is read: `verdict` is told why it is
  /// refused, if it is. It may be called from any thread, once.
  virtual void admit(const request&, std::function<void(std::optional<response>)> verdict) {
    verdict(std::nullopt);
  }
  /// Answers a request; `reply` may be called from any thread, once.
  virtual void handle(request x, responder reply) = 0;
  /// The answer to something that is no request: a broken, too large or too slow one.
  virtual response refuse(unsigned status, const std::string& reason) const = 0;
};

}  // namespace ironbus::http
