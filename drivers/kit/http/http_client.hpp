#pragma once

#include "drivers/kit/http/http_client_options.hpp"
#include "drivers/kit/http/http_message.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <memory>

namespace ironbus {

class connection_pool;
class http_connection;

/// HTTP client for agents (agent_client), inspection rules, and BMCs (bmc_session). One object
/// serves all of them. Thread-safe. Must outlive its calls, and `io` must outlive it.
///
/// Checks the request's permit before each sending, and sends nothing once it is refused.
///
/// Retries a request up to attempts_max times within exchange_timeout:
/// * any request that was not sent because the server was unreachable
/// * an idempotent request whose connection was lost
/// * an idempotent request that was answered with 502, 503 or 504. It waits for Retry-After; if
///   that exceeds the time left, the response is returned.
///
/// Does not retry other requests after the first byte was sent, nor a timeout, a TLS failure or a
/// rejected password. A request that is not idempotent never uses an idle connection, because the
/// server may be closing it.
class http_client {
public:
  http_client(boost::asio::any_io_executor io, http_client_options options);

  /// The response, whatever its status, except for redirects (see redirects_are_answers). An error
  /// response counts even if its body is cut off. Failures: http_error.
  boost::asio::awaitable<http_result> exchange(http_request request) const;

private:
  using time_point = std::chrono::steady_clock::time_point;

  using request_ptr = std::shared_ptr<const http_request>;

  boost::asio::awaitable<http_result> exchange_uncounted(http_request request) const;
  boost::asio::awaitable<http_result> attempt(request_ptr request, time_point deadline) const;
  boost::asio::awaitable<http_result> use(std::shared_ptr<http_connection> connection,
                                          request_ptr request, time_point deadline) const;

  boost::asio::any_io_executor io_;
  http_client_options options_;
  std::shared_ptr<connection_pool> idle_;
};

}  // namespace ironbus
