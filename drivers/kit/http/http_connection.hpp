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

/// Takes a body as it comes: the head of its answer, and its next part. Says why no more is wanted;
/// empty: it goes on.
using body_taker = std::function<std::string(const http_response& head, std::string_view part)>;

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

  /// The same for what is larger than memory: the body of an answer of 200 or 206 is given to
  /// `take`, part by part, and is empty in what is returned. Nothing may take longer than `stall`:
  /// neither the head nor any part. Redirects are answers here. `refused` with what `take` says.
  boost::asio::awaitable<http_result> stream(std::shared_ptr<const http_request> request,
                                             body_taker take, std::chrono::milliseconds stall,
                                             time_point deadline);

  /// What waits for the server ends (`broken_off`). Any thread.
  void give_up();

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
  boost::asio::awaitable<http_result> exchange_within_limits(const http_request& request);
  http_failure unread(const boost::system::error_code& error) const;

  boost::asio::any_io_executor strand_;
  http_client_options options_;
  byte_stream stream_;
  bool reusable_ = false;
};

}  // namespace ironbus
