#pragma once

#include "drivers/kit/http/http_client_options.hpp"
#include "drivers/kit/http/http_message.hpp"
#include "messages/stream/byte_stream.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Receives a body in parts: the head of its response and the next part. Returns the reason to
/// stop; empty: continue.
using body_taker = std::function<std::string(const http_response& head, std::string_view part)>;

/// One connection to an HTTP server, or to the proxy in front of it. Handles one request at a time.
/// Used on its own strand, except for `is_quiet` and the destructor, which must not run
/// concurrently with anything else.
class http_connection {
public:
  using time_point = std::chrono::steady_clock::time_point;

  http_connection(const boost::asio::any_io_executor& io, http_client_options options);

  const boost::asio::any_io_executor& strand() const { return strand_; }

  /// Connects, with TLS verification for https. Call once, before anything else.
  boost::asio::awaitable<std::optional<http_failure>> open(http_endpoint server, tls_trust trust,
                                                           time_point deadline);
  boost::asio::awaitable<http_result> exchange(std::shared_ptr<const http_request> request,
                                               time_point deadline);

  /// Like exchange, for bodies larger than memory. Passes the body of a 200 or 206 response to
  /// `take` in parts and returns an empty body. The head and each part must arrive within `stall`.
  /// Redirects count as responses. Fails with `refused` if `take` returns a reason.
  boost::asio::awaitable<http_result> stream(std::shared_ptr<const http_request> request,
                                             body_taker take, std::chrono::milliseconds stall,
                                             time_point deadline);

  /// Cancels a running exchange (`broken_off`). Thread-safe.
  void give_up();

  /// Whether both sides accept another request on this connection.
  bool is_reusable() const { return reusable_; }
  /// Whether the server has sent nothing since the last response: neither a close nor unexpected
  /// bytes.
  bool is_quiet();

private:
  using endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

  boost::asio::awaitable<tl::expected<endpoints, http_failure>> find(http_endpoint host);
  boost::asio::awaitable<std::optional<http_failure>> open_tunnel(http_endpoint server);
  boost::asio::awaitable<std::optional<http_failure>> secure(http_endpoint server, tls_trust trust);
  boost::asio::awaitable<http_result> exchange_within_limits(const http_request& request);
  /// Sets the time limit of what follows.
  void limit_until(time_point deadline);
  /// The message for a timeout.
  std::string silence(std::string_view stage) const;
  http_failure unread(const boost::system::error_code& error) const;
  http_failure stalled(const boost::system::error_code& error,
                       std::chrono::milliseconds stall) const;

  boost::asio::any_io_executor strand_;
  http_client_options options_;
  byte_stream stream_;
  std::string place_;                   ///< Host and port, for errors.
  std::chrono::milliseconds limit_{0};  ///< Of what is running, for errors.
  bool reusable_ = false;
};

}  // namespace ironbus
