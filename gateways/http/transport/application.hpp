#pragma once

#include "gateways/http/listening/unix_socket.hpp"
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

/// Limits and addresses of the server. Without one of these limits a client could hold memory or a
/// connection for ever.
struct server_options {
  std::string host = "127.0.0.1";
  uint16_t port = 6385;  ///< 0: any free one.
  /// If its path is set, the server listens there, without TLS, in place of host and port.
  unix_socket_options unix_socket{};
  std::string name = "api";  ///< In metrics.
  tls_files tls;             ///< Empty: no TLS. TLS 1.2 or newer.
  /// Each connection of a trusted proxy begins with a PROXY header. Others are refused.
  bool proxy_protocol = false;
  /// Of the header Strict-Transport-Security, which is sent with TLS only. 0: not sent.
  std::chrono::seconds hsts_max_age{0};
  unsigned threads = 1;
  size_t connections_max = 10'000;  ///< Further ones get 503.
  client_limits clients;
  uint32_t header_bytes_max = 16 * 1024;
  size_t target_bytes_max = 8 * 1024;
  std::chrono::milliseconds header_timeout{10'000};  ///< Also for the TLS handshake.
  /// For the body of a request. A long body gets the same time again for each part of
  /// `body_bytes_per_second_min` × this time.
  std::chrono::milliseconds body_timeout{30'000};
  uint64_t body_bytes_per_second_min = 64 * 1024;
  std::chrono::milliseconds idle_timeout{60'000};  ///< Between two requests on a connection.
  std::chrono::milliseconds stop_grace{10'000};    ///< For running requests when the server stops.
};

/// The application behind the server. Called on server threads; must not block.
class application {
public:
  virtual ~application() = default;

  /// The maximum body size of a request, asked before any of the body is read.
  virtual size_t body_bytes_max(const request& head) const = 0;
  /// Checks the sender of a large body before it is read. Passes the refusal to `verdict`, or
  /// nothing if the sender is accepted. `verdict` may be called once, from any thread.
  virtual void admit(const request&, std::function<void(std::optional<response>)> verdict) {
    verdict(std::nullopt);
  }
  /// Answers a request. `reply` may be called once, from any thread.
  virtual void handle(request x, responder reply) = 0;
  /// The answer to an invalid, too large or too slow request.
  virtual response refuse(unsigned status, const std::string& reason) const = 0;
};

}  // namespace ironbus::http
