#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <memory>
#include <string>
#include <thread>

namespace ironbus::daemon {

/// The configuration file of a dnsmasq for this interface and range. `invalid` if the range is
/// invalid.
result<std::string> dnsmasq_text(const settings& settings, const std::string& service_url,
                                 const std::string& interface, const std::string& range);

/// The path of dnsmasq; empty: it is not installed.
std::string find_dnsmasq();

/// The dnsmasq of dhcp.managed, a child process. Its configuration, leases and host files are in
/// the folder `dnsmasq` of the data folder. If it ends, it is restarted after a pause that doubles
/// up to a minute. It ends with this object, or with this process.
class managed_dnsmasq {
public:
  /// Writes the configuration, stops the dnsmasq of a killed ironbusd, and starts dnsmasq. Waits
  /// half a second for an early end. `unavailable` with dnsmasq's error, or the file that cannot be
  /// written.
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
