#pragma once

#include "drivers/kit/bmc/answer_cache.hpp"
#include "drivers/kit/bmc/call_slots.hpp"
#include "drivers/kit/http/http_message.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace ironbus {

/// Address of a BMC and how to verify its certificate.
struct bmc_endpoint {
  http_endpoint bmc;
  tls_trust trust;

  bool operator==(const bmc_endpoint&) const = default;
};

struct bmc_session_options {
  /// BMCs are slow, and some serve requests one after the other anyway.
  size_t requests_max = 2;
  size_t waiting_max = 64;  ///< Maximum of queued requests; more fail with http_error::busy.
  size_t known_bytes_max = 1024 * 1024;  ///< Maximum size of cached responses.
  http_headers headers;                  ///< Sent with every request: Accept, OData-Version.
};

/// HTTP requests to one BMC. The Redfish driver has one object for each account. It limits
/// concurrent requests, combines identical reads, and caches responses as long as the caller
/// allows. Thread-safe. Must outlive its calls. The exchange is injected; for Redfish it is
/// redfish_login::exchange, which adds the credentials.
///
/// Each request needs a permit, which is checked again after a wait in the queue. Failures: those
/// of the exchange, `busy`, and `refused` by the permit.
class bmc_session {
public:
  using time_point = std::chrono::steady_clock::time_point;
  using time_function = std::function<time_point()>;

  bmc_session(const boost::asio::any_io_executor& io, bmc_endpoint place, http_exchange exchange,
              bmc_session_options options = {},
              time_function now = &std::chrono::steady_clock::now);

  /// GET of a path. The response may come from the cache, at most `age_max` old and not older than
  /// the last change, or from a running request of another caller. Only 200 responses are cached.
  /// `deadline`: of the request.
  boost::asio::awaitable<http_result> read(permit allowed, std::string target,
                                           std::chrono::milliseconds age_max,
                                           time_point deadline = time_point::max());

  /// All other requests. Sets the destination. A read that starts after this request has ended
  /// never gets an older response, whatever the result.
  boost::asio::awaitable<http_result> change(http_request request);

private:
  struct reading;
  /// By target and caller, because a caller with a refused permit must not answer for others.
  using reading_key = std::pair<std::string, std::string>;

  boost::asio::awaitable<http_result> read_on_strand(permit allowed, std::string target,
                                                     std::chrono::milliseconds age_max,
                                                     time_point deadline);
  boost::asio::awaitable<http_result> change_on_strand(http_request request);
  boost::asio::awaitable<http_result> join(permit allowed, std::shared_ptr<reading> other);
  boost::asio::awaitable<http_result> send(http_request request);
  boost::asio::awaitable<http_result> send_safely(http_request request);
  void forget();

  boost::asio::any_io_executor strand_;
  bmc_endpoint place_;
  http_exchange exchange_;
  bmc_session_options options_;
  time_function now_;
  call_slots slots_;
  answer_cache known_;
  std::map<reading_key, std::shared_ptr<reading>> readings_;
};

}  // namespace ironbus
