#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// Reads what a BMC shows of its machine, as far as it shows it: what there is not, what it refuses
/// (some want a licence) and what nobody can read is left out. It is over where the BMC has gone or
/// the user may not log in, and after `requests_max`, whatever a BMC says it has. One coroutine at
/// a time.
class inventory_walk {
public:
  static constexpr size_t requests_max = 512;

  explicit inventory_walk(redfish_client bmc) : bmc_{std::move(bmc)} {}
  inventory_walk(const inventory_walk&) = delete;
  inventory_walk& operator=(const inventory_walk&) = delete;

  using one = boost::asio::awaitable<std::optional<redfish_resource>>;
  using list = boost::asio::awaitable<std::vector<redfish_resource>>;

  /// Unset for an empty link.
  one get(std::string link);
  /// At most `redfish_members_max` of each list.
  list members(std::string collection);
  list all(std::vector<std::string> links);

  /// Why it is over, if the BMC is to blame.
  const std::optional<redfish_error>& broken() const { return broken_; }

private:
  redfish_client bmc_;
  size_t requests_ = 0;
  std::optional<redfish_error> broken_;
};

}  // namespace ironbus
