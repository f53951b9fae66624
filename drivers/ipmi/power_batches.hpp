#pragma once

#include "drivers/ipmi/bmc_queue.hpp"
#include "drivers/ipmi/ipmi_access.hpp"
#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/port/driver.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

using power_reading = result<machine_reading>;

/// Reads the power state of many machines with few processes: concurrent callers with the same
/// credentials share one ipmipower. Silent BMCs are read separately, so that others need not wait
/// for them. Used on its strand, on which the coroutines run.
class power_batches {
public:
  power_batches(boost::asio::any_io_executor strand, ipmi_options options)
      : strand_{std::move(strand)}, options_{std::move(options)} {}

  /// Whether ipmipower can read that BMC.
  bool can_ask(const ipmi_access& access, const bmc_queue& bmc) const;
  /// For the caller that has the BMC's turn. Unset: ipmipower does not work with it, or does not
  /// exist.
  boost::asio::awaitable<std::optional<power_reading>> ask(permit allowed, ipmi_access access,
                                                           bmc_queue_ptr bmc);

private:
  struct asked;
  using batch = std::vector<std::shared_ptr<asked>>;

  boost::asio::awaitable<void> serve(std::string group);
  boost::asio::awaitable<void> carry_out(batch together);
  batch take(const std::string& group);

  boost::asio::any_io_executor strand_;
  ipmi_options options_;
  std::map<std::string, batch> waiting_;  ///< By shared credentials.
};

}  // namespace ironbus
