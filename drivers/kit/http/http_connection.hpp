#pragma once

#include "drivers/kit/http/http_client_options.hpp"
#include "drivers/kit/http/http_message.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace ironbus {

/// One connection to an HTTP server, or to the proxy before it. One request at a time; used on its
/// own strand only, but for `is_quiet` and the destructor, which nothing else may run beside.
class http_connection {
public:
  using time_point = std::chrono::steady_clock::time_point;

  http_connection(const boost::asio::any_io_executor& io, http_client_options options);

  const boost::asio::any_io_executor& strand() const { return strand_; }

  /// Connects, and proves the server by TLS where it is https. Once, before all else.
  boost::asio::awaitable<std::optional<http_failure>> open(http_endpoint server, tls_trust trust,
                                                           time_point deadline);
  boost::asio::awaitable<http_result> exchange(std::shared_ptr<const http_request> request,
                                               time_point deadline);

  /// Whether both sides would have another request on it.
  bool is_reusable() const { return reusable_; }
  /// Whether the server has said nothing since the last answer: neither that it has closed the
  /// connection nor what belongs to no request.
  bool is_quiet();

private:
  using endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

  boost::asio::awaitable<tl::expected<endpoints, http_failure>> find(http_endpoint host);
  boost::asio::awaitable<std::optional<http_failure>> open_tunnel(http_endpoint server);
  boost::asio::awaitable<std::optional<http_failure>> secure(http_endpoint server, tls_trust trust);
  template <class Stream>
  boost::asio::awaitable<http_result> exchange_on(Stream& stream, const http_request& request);
  http_failure unread(const boost::system::error_code& error) const;

  boost::asio::any_io_executor strand_;
  http_client_options options_;
  boost::beast::tcp_stream stream_;
  std::shared_ptr<boost::asio::ssl::context> context_;
  std::optional<boost::asio::ssl::stream<boost::beast::tcp_stream&>> tls_;
  bool reusable_ = false;
};

}  // namespace ironbus
