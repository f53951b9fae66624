#pragma once

#include "drivers/redfish/client/redfish_collection.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// Reads the resources of a BMC for an inspection. Skips what is missing, rejected (some need a
/// licence) or unreadable. Stops if the BMC is unreachable or the login fails, and after
/// `requests_max` requests, however much a BMC lists. One coroutine at a time.
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
  /// The pages of a collection.
  list pages(std::string collection);
  list all(std::vector<std::string> links);

  /// Why it stopped, if the BMC is the cause.
  const std::optional<redfish_error>& broken() const { return broken_; }

private:
  redfish_get read(std::string link);
  redfish_reader reader();

  redfish_client bmc_;
  size_t requests_ = 0;
  std::optional<redfish_error> broken_;
};

}  // namespace ironbus
