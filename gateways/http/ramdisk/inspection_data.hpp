#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// The data that a ramdisk has sent, and the addresses that identify its node.
struct inspection_data {
  json inventory;
  json plugin_data;                        ///< Everything else.
  std::vector<std::string> macs;           ///< See usable_mac(); others are left out.
  std::vector<std::string> bmc_addresses;  ///< In canonical form, without unspecified addresses.
};

/// Checks the form: `inventory` is an object with at least one interface; their `mac_address` and
/// the BMC addresses are texts, null or missing. `invalid` names the wrong member. Also `invalid`
/// if nothing identifies a node. An interface without a usable address stays in the inventory.
result<inspection_data> read_inspection_data(json body);

/// The addresses in a body that read_inspection_data() refuses, as far as they can be read.
inspection_data signs_of_machine(const json& body);

}  // namespace ironbus::http
