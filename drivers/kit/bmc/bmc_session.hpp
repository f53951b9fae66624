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

/// Where a BMC is, and what it is believed by.
struct bmc_place {
  http_endpoint bmc;
  tls_trust trust;

  bool operator==(const bmc_place&) const = default;
};

struct bmc_session_options {
  /// BMCs are slow and do not like company; some serve one request after the other anyway.
  size_t requests_max = 2;
  size_t waiting_max = 64;               ///< Requests; more are refused (http_error::busy).
  size_t known_bytes_max = 1024 * 1024;  ///< Of answers that are kept.
  http_headers headers;                  ///< Of every request: Accept, OData-Version.
};

/// What we do with one BMC over HTTP: for the Redfish driver, which has one for each account.
/// Bounds how many requests there are at once, asks what several want to know only once, and
/// remembers answers for as long as the asker likes. Any thread; it outlives its calls. How
/// requests are sent is given, in Redfish by redfish_login::exchange, which puts the credentials
/// in.
///
/// Nothing is asked or changed without a permit, and one that waited too long for its turn is asked
/// again then. Failures: those of the exchange; `busy`; `refused`, by the permit.
class bmc_session {
public:
  using time_point = std::chrono::steady_clock::time_point;
  using time_function = std::function<time_point()>;

  bmc_session(const boost::asio::any_io_executor& io, bmc_place place, http_exchange exchange,
              bmc_session_options options = {},
              time_function now = &std::chrono::steady_clock::now);

  /// GET of a path. The answer may be one that was asked for up to `age_max` ago, unless something
  /// was changed since, or one that another caller waits for already. Only answers with 200 are
  /// remembered. `deadline`: as a request has it.
  boost::asio::awaitable<http_result> read(permit allowed, std::string target,
                                           std::chrono::milliseconds age_max,
                                           time_point deadline = time_point::max());

  /// All other requests: where they go is filled in. Whatever becomes of one,
  /// nothing that was read before its end is given to who reads after it.
  boost::asio::awaitable<http_result> change(http_request request);

private:
  struct reading;
  /// By target, and by who asks: one whose permit is refused answers for no other.
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
  bmc_place place_;
  http_exchange exchange_;
  bmc_session_options options_;
  time_function now_;
  call_slots slots_;
  answer_cache known_;
  std::map<reading_key, std::shared_ptr<reading>> readings_;
};

}  // namespace ironbus
