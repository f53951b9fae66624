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

/// Reads the power of many machines with few processes: who asks at the same time, with the same
/// credentials, is answered by one ipmipower. BMCs that were silent are asked apart, so that the
/// others need not wait for them. Used on its strand, which the coroutines run on.
class power_batches {
public:
  power_batches(boost::asio::any_io_executor strand, ipmi_options options)
      : strand_{std::move(strand)}, options_{std::move(options)} {}

  /// Whether ipmipower can be asked about that BMC.
  bool can_ask(const ipmi_access& access, const bmc_queue& bmc) const;
  /// For who has the BMC's turn. Unset: ipmipower does not get along with it, or is not there.
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
  std::map<std::string, batch> waiting_;  ///< By what they have in common.
};

}  // namespace ironbus
