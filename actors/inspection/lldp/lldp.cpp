#include "actors/inspection/lldp/lldp.hpp"

#include "actors/inspection/lldp/lldp_names.hpp"
#include "actors/inspection/lldp/lldp_reader.hpp"

#include <algorithm>
#include <array>

namespace ironbus::inspection {

namespace {

constexpr size_t tlvs_max = 256;
constexpr size_t tlv_bytes_max = 511;  // nine bits of length
constexpr size_t interfaces_max = 64;
constexpr size_t items_max = 256;

namespace tlv_type {
constexpr uint8_t end = 0;
constexpr uint8_t chassis_id = 1;
constexpr uint8_t port_id = 2;
constexpr uint8_t system_name = 5;
constexpr uint8_t organization = 127;
}  // namespace tlv_type

// -- reading values -------------------------------------------------------------------------------

/// Appends to a list that several pieces of an announcement may fill.
void append_to_member(json& out, const char* key, json value) {
  auto& list = out[key];
  if (list.size() < items_max) list.push_back(std::move(value));
}

/// Chassis and port are identified by a MAC address, a network address or a text; their subtype
/// numbers differ.
std::optional<std::string> read_identity(std::string_view value, uint32_t mac, uint32_t address) {
  byte_reader reader{value};
  const auto subtype = reader.number(1);
  const auto body = reader.rest();
  if (!reader.good() || body.empty()) return std::nullopt;
  if (subtype == mac) return mac_text(body);
  if (subtype == address) return address_text(body);
  return printable(body);
}

std::optional<std::string> read_chassis(std::string_view value) {
  return read_identity(value, 4, 5);
}
std::optional<std::string> read_port(std::string_view value) { return read_identity(value, 3, 4); }

void put_chassis(json& out, std::string_view value) {
  if (auto text = read_chassis(value)) out["switch_chassis_id"] = std::move(*text);
}

void put_port(json& out, std::string_view value) {
  if (auto text = read_port(value)) out["switch_port_id"] = std::move(*text);
}

void put_port_description(json& out, std::string_view value) {
  out["switch_port_description"] = printable(value);
}

void put_system_name(json& out, std::string_view value) {
  out["switch_system_name"] = printable(value);
}

void put_system_description(json& out, std::string_view value) {
  out["switch_system_description"] = printable(value);
}

void put_capabilities(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto supported = reader.number(2);
  const auto enabled = reader.number(2);
  if (!reader.good()) return;
  out["switch_capabilities_support"] = system_capabilities(supported);
  out["switch_capabilities_enabled"] = system_capabilities(enabled);
}

void put_management_address(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto size = reader.number(1);
  if (auto text = address_text(reader.take(size)))
    append_to_member(out, "switch_mgmt_addresses", std::move(*text));
}

// -- IEEE 802.1 -----------------------------------------------------------------------------------

void put_untagged_vlan(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto id = reader.number(2);
  if (reader.good()) out["switch_port_untagged_vlan_id"] = id;
}

void put_protocol_vlan(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto flags = reader.number(1);
  const auto id = reader.number(2);
  if (!reader.good()) return;
  out["switch_port_protocol_vlan_support"] = (flags & 2U) != 0;
  out["switch_port_protocol_vlan_enabled"] = (flags & 4U) != 0;
  append_to_member(out, "switch_port_protocol_vlan_ids", id);
}

void put_vlan_name(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto id = reader.number(2);
  const auto name = reader.take(reader.number(1));
  if (reader.good())
    append_to_member(out, "switch_port_vlans", {{"id", id}, {"name", printable(name)}});
}

void put_protocol_identity(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto identity = reader.take(reader.number(1));
  if (reader.good() && !identity.empty())
    append_to_member(out, "switch_protocol_identities", hex_text(identity));
}

void put_management_vlan(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto id = reader.number(2);
  if (reader.good()) out["switch_port_management_vlan_id"] = id;
}

void put_link_aggregation(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto status = reader.number(1);
  const auto id = reader.number(4);
  if (!reader.good()) return;
  out["switch_port_link_aggregation_support"] = (status & 1U) != 0;
  out["switch_port_link_aggregation_enabled"] = (status & 2U) != 0;
  out["switch_port_link_aggregation_id"] = id;
}

// -- IEEE 802.3 -----------------------------------------------------------------------------------

void put_physical_layer(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto negotiation = reader.number(1);
  const auto capabilities = reader.number(2);
  const auto type = reader.number(2);
  if (!reader.good()) return;
  out["switch_port_autonegotiation_support"] = (negotiation & 1U) != 0;
  out["switch_port_autonegotiation_enabled"] = (negotiation & 2U) != 0;
  out["switch_port_physical_capabilities"] = physical_capabilities(capabilities);
  out["switch_port_mau_type"] = mau_type_name(type);
}

void put_mtu(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto bytes = reader.number(2);
  if (reader.good()) out["switch_port_mtu"] = bytes;
}

// -- tables ---------------------------------------------------------------------------------------

using put_value = void (*)(json& out, std::string_view value);

struct tlv_row {
  uint32_t type;
  put_value put;
};
constexpr std::array tlv_rows{
    tlv_row{1, put_chassis},
    tlv_row{2, put_port},
    tlv_row{4, put_port_description},
    tlv_row{5, put_system_name},
    tlv_row{6, put_system_description},
    tlv_row{7, put_capabilities},
    tlv_row{8, put_management_address},
};

struct organization_row {
  uint32_t organization;  ///< 0x0080c2: IEEE 802.1; 0x00120f: IEEE 802.3.
  uint32_t subtype;
  put_value put;
};
constexpr std::array organization_rows{
    organization_row{0x0080c2, 1, put_untagged_vlan},
    organization_row{0x0080c2, 2, put_protocol_vlan},
    organization_row{0x0080c2, 3, put_vlan_name},
    organization_row{0x0080c2, 4, put_protocol_identity},
    organization_row{0x0080c2, 6, put_management_vlan},
    organization_row{0x0080c2, 7, put_link_aggregation},
    organization_row{0x00120f, 1, put_physical_layer},
    organization_row{0x00120f, 3, put_link_aggregation},
    organization_row{0x00120f, 4, put_mtu},
};

void put_organization(json& out, std::string_view value) {
  byte_reader reader{value};
  const auto organization = reader.number(3);
  const auto subtype = reader.number(1);
  const auto body = reader.rest();
  for (const auto& row : organization_rows)
    if (reader.good() && row.organization == organization && row.subtype == subtype)
      row.put(out, body);
}

std::optional<lldp_tlv> read_tlv(const json& document) {
  if (!document.is_array() || document.size() != 2 || !document[0].is_number_integer() ||
      !document[1].is_string())
    return std::nullopt;
  const auto& hex = document[1].get_ref<const std::string&>();
  if (document[0] < 0 || document[0] > tlv_type::organization || hex.size() > 2 * tlv_bytes_max)
    return std::nullopt;
  auto value = bytes_of_hex(hex);
  if (!value) return std::nullopt;
  return lldp_tlv{document[0].get<uint8_t>(), std::move(*value)};
}

/// The first piece of a type; null if there is none.
const lldp_tlv* first_of(const std::vector<lldp_tlv>& tlvs, uint8_t type) {
  const auto found =
      std::find_if(tlvs.begin(), tlvs.end(), [&](const auto& x) { return x.type == type; });
  return found == tlvs.end() ? nullptr : &*found;
}

}  // namespace

std::vector<lldp_tlv> read_tlvs(const json& list) {
  std::vector<lldp_tlv> out;
  if (!list.is_array()) return out;
  for (const auto& item : list) {
    auto tlv = read_tlv(item);
    if (!tlv) continue;
    if (tlv->type == tlv_type::end || out.size() == tlvs_max) break;
    out.push_back(std::move(*tlv));
  }
  return out;
}

json describe_lldp(const std::vector<lldp_tlv>& tlvs) {
  json out = json::object();
  for (const auto& tlv : tlvs) {
    if (tlv.type == tlv_type::organization) put_organization(out, tlv.value);
    for (const auto& row : tlv_rows)
      if (row.type == tlv.type) row.put(out, tlv.value);
  }
  return out;
}

json link_from_lldp(const std::vector<lldp_tlv>& tlvs) {
  constexpr char mac_subtype = 4;
  json out = json::object();
  if (const auto* tlv = first_of(tlvs, tlv_type::port_id))
    if (auto text = read_port(tlv->value)) out["port_id"] = std::move(*text);
  if (const auto* tlv = first_of(tlvs, tlv_type::chassis_id);
      tlv != nullptr && tlv->value.starts_with(mac_subtype))
    if (auto text = read_chassis(tlv->value)) out["switch_id"] = std::move(*text);
  if (const auto* tlv = first_of(tlvs, tlv_type::system_name))
    out["switch_info"] = printable(tlv->value);
  return out;
}

json describe_all_lldp(const json& by_interface) {
  json out = json::object();
  if (!by_interface.is_object()) return out;
  for (const auto& [name, list] : by_interface.items()) {
    if (out.size() == interfaces_max) break;
    auto said = describe_lldp(read_tlvs(list));
    if (!said.empty()) out[name] = std::move(said);
  }
  return out;
}

}  // namespace ironbus::inspection
