#pragma once

#include "drivers/kit/bmc/bmc_metrics.hpp"
#include "drivers/kit/bmc/bmc_session.hpp"
#include "drivers/redfish/client/redfish_login.hpp"
#include "drivers/redfish/client/redfish_options.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ironbus {

/// What we have with one BMC under one account: a login, and the queue of its requests.
struct redfish_connection {
  redfish_connection(const boost::asio::any_io_executor& io, redfish_account known_as,
                     http_exchange send);

  const redfish_account account;
  /// Whose machine the BMC is in, for the metric: vendor_number() of who has asked last.
  std::atomic<size_t> vendor = unknown_vendor();
  redfish_login login;
  bmc_session session;
};

using redfish_connection_ptr = std::shared_ptr<redfish_connection>;

/// Ends its session, if there is one.
boost::asio::awaitable<void> end_session(
    redfish_connection_ptr connection, permit allowed,
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max());

/// The connections to all BMCs, by account. Of those that are too many the one goes that was used
/// least lately; its session is ended. Any thread.
class redfish_connections {
public:
  redfish_connections(boost::asio::any_io_executor io, http_exchange send, size_t known_max)
      : io_{std::move(io)}, send_{std::move(send)}, known_max_{known_max} {}

  /// `allowed`: for what has to be said to the BMC whose connection goes.
  redfish_connection_ptr find(const redfish_account& account, const permit& allowed);
  /// One that nobody else is given, which logs in by itself.
  redfish_connection_ptr make(const redfish_account& account) const {
    return std::make_shared<redfish_connection>(io_, account, send_);
  }

  /// Ends the sessions of all connections that nobody uses, some at once; what has not been said by
  /// the deadline is left to the BMCs. `done` is called once, also where there is nothing to end.
  void close_all(const permit& allowed, std::chrono::steady_clock::time_point deadline,
                 std::function<void()> done);

private:
  struct known_connection {
    redfish_connection_ptr connection;
    uint64_t used = 0;
  };

  redfish_connection_ptr drop_oldest();
  std::vector<redfish_connection_ptr> take_idle();

  const boost::asio::any_io_executor io_;
  const http_exchange send_;
  const size_t known_max_;
  std::mutex mutex_;  ///< Guards the rest.
  std::map<std::string, known_connection> known_;
  uint64_t uses_ = 0;
};

}  // namespace ironbus
