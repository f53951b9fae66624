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

/// A login to one BMC with one account, and its request queue.
struct redfish_connection {
  redfish_connection(const boost::asio::any_io_executor& io, redfish_account known_as,
                     http_exchange send);

  const redfish_account account;
  /// Manufacturer of the machine, for the metric: vendor_number() of the last caller.
  std::atomic<size_t> vendor = unknown_vendor();
  redfish_oddities oddities;
  redfish_login login;
  bmc_session session;
};

using redfish_connection_ptr = std::shared_ptr<redfish_connection>;

/// Ends its session, if there is one.
boost::asio::awaitable<void> end_session(
    redfish_connection_ptr connection, permit allowed,
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max());

/// Connections to all BMCs, by account. If there are too many, evicts the least recently used one
/// and ends its session. Thread-safe.
class redfish_connections {
public:
  redfish_connections(boost::asio::any_io_executor io, http_exchange send, size_t known_max)
      : io_{std::move(io)}, send_{std::move(send)}, known_max_{known_max} {}

  /// `allowed`: for the request that ends an evicted session.
  redfish_connection_ptr find(const redfish_account& account, const permit& allowed);
  /// A private connection with its own login.
  redfish_connection_ptr make(const redfish_account& account) const {
    return std::make_shared<redfish_connection>(io_, account, send_);
  }

  /// Ends the sessions of all unused connections, several at once. After the deadline the BMCs
  /// expire the rest. `done` is called once, also if there are no sessions.
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
  std::mutex mutex_;  ///< Guards the members below.
  std::map<std::string, known_connection> known_;
  uint64_t uses_ = 0;
};

}  // namespace ironbus
