#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::inspection {

/// A piece of what a switch announces (IEEE 802.1AB): type, length, value; here without the length.
struct lldp_tlv {
  uint8_t type = 0;
  std::string value;  ///< At most 511 bytes.
};

/// Reads [[type, "hex"], …], as the agent sends an interface's announcement. What is malformed is
/// left out, as is all after the first 256 pieces and after the one that ends the announcement.
std::vector<lldp_tlv> read_tlvs(const json& list);

/// What the pieces say, by the names that inspection data has had for long: switch_chassis_id,
/// switch_port_id, switch_system_name, switch_mgmt_addresses, switch_port_vlans, …. Truncated
/// pieces are left out; texts are printable. Never fails.
json describe_lldp(const std::vector<lldp_tlv>& tlvs);

/// What a port's local_link_connection says of the switch: port_id, switch_id (only if the switch
/// names itself by a MAC address) and switch_info; each only if it is known.
json link_from_lldp(const std::vector<lldp_tlv>& tlvs);

/// `describe_lldp` for each interface of an object {name: list}; at most 64 interfaces.
json describe_all_lldp(const json& by_interface);

}  // namespace ironbus::inspection
