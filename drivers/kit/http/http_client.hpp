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

/// Asks HTTP servers: agents (agent_client), what inspection rules call, BMCs (bmc_session). One
/// object serves all of them, on any thread; it outlives its calls, and `io` outlives it.
///
/// Each time the request's permit is asked first, and once it is refused nothing is sent.
///
/// What is sent again, up to attempts_max times and within exchange_timeout: a request that was not
/// sent because the server could not be reached; and, where sending twice does what sending once
/// does, one whose connection broke off or that was answered with 502, 503 or 504 (not before the
/// seconds of Retry-After; if those are more than there is time for, the answer stands). Nothing
/// else: no other request of which a byte has been sent, no time limit, no refused certificate, no
/// refused password. Requests that may not be sent twice never go on a used connection, which the
/// server may be closing at that moment.
class http_client {
public:
  http_client(boost::asio::any_io_executor io, http_client_options options);

  /// The answer, whatever its status, but for redirects. Failures: http_error.
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
