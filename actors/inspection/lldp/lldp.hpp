#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::inspection {

/// One TLV of a switch's announcement (IEEE 802.1AB): type, length, value; here without the length.
struct lldp_tlv {
  uint8_t type = 0;
  std::string value;  ///< At most 511 bytes.
};

/// Reads [[type, "hex"], …], as the agent sends an interface's announcement. Skips malformed pieces
/// and everything after the first 256 pieces or the end piece.
std::vector<lldp_tlv> read_tlvs(const json& list);

/// Describes the pieces under the traditional names of inspection data: switch_chassis_id,
/// switch_port_id, switch_system_name, switch_mgmt_addresses, switch_port_vlans, …. Skips truncated
/// pieces; texts are printable. Never fails.
json describe_lldp(const std::vector<lldp_tlv>& tlvs);

/// The switch data for a port's local_link_connection: port_id, switch_id (only if it is a MAC
/// address) and switch_info, each if known.
json link_from_lldp(const std::vector<lldp_tlv>& tlvs);

/// `describe_lldp` for each interface of an object {name: list}; at most 64 interfaces.
json describe_all_lldp(const json& by_interface);

}  // namespace ironbus::inspection
