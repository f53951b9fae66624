#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <memory>
#include <string>
#include <thread>

namespace ironbus::daemon {

/// The configuration of a dnsmasq for this interface and range, as text. `invalid` if the range is
/// none.
result<std::string> dnsmasq_text(const settings& settings, const std::string& service_url,
                                 const std::string& interface, const std::string& range);

/// Where the program is; empty: it is not installed.
std::string find_dnsmasq();

/// A dnsmasq of our own, of dhcp.managed: its configuration, its leases and what it reads are in
/// the data folder below `dnsmasq`. It is started again when it ends, after pauses that double up
/// to a minute, and ends with this object, or with the process however that ends.
class managed_dnsmasq {
public:
  /// Writes the configuration, ends the dnsmasq of a process that was killed, starts this one and
  /// waits for half a second: one that cannot start ends within. `unavailable` with its own words,
  /// or says what cannot be written.
  static result<std::unique_ptr<managed_dnsmasq>> start(const settings& settings,
                                                        const std::string& service_url);
  ~managed_dnsmasq();
  managed_dnsmasq(const managed_dnsmasq&) = delete;
  managed_dnsmasq& operator=(const managed_dnsmasq&) = delete;

private:
  struct state;
  explicit managed_dnsmasq(std::shared_ptr<state> state);

  static boost::asio::awaitable<void> keep_running(std::shared_ptr<state> all);

  std::shared_ptr<state> state_;
  std::unique_ptr<boost::asio::io_context> io_;
  std::thread thread_;
};

}  // namespace ironbus::daemon
