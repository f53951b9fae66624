#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// What a ramdisk has sent, taken apart, and by what its node is found.
struct inspection_data {
  json inventory;
  json plugin_data;                        ///< All else.
  std::vector<std::string> macs;           ///< Lower-case; what is no MAC address is left out.
  std::vector<std::string> bmc_addresses;  ///< In their canonical form; not those of nothing.
};

/// Checks the shape: `inventory` is an object with at least one interface, each with a
/// `mac_address`; BMC addresses are texts or null. `invalid` naming the place; also if there is
/// nothing by which a node could be found.
result<inspection_data> read_inspection_data(json body);

}  // namespace ironbus::http
