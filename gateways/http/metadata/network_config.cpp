#include "gateways/http/metadata/network_config.hpp"

#include "messages/base/text.hpp"
#include "messages/platform/network.hpp"

#include <algorithm>
#include <array>
#include <bitset>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 8> ethernet_types{"phy", "ethernet", "vif",    "bridge",
                                                         "ovs", "tap",      "hw_veb", "dvs"};

const json& rows_of(const json& document, const char* key) {
  static const json none = json::array();
  if (!document.is_object()) return none;
  const auto found = document.find(key);
  return found != document.end() && found->is_array() ? *found : none;
}

bool is_ethernet(const json& link) {
  const auto type = member_text(link, "type");
  return std::find(ethernet_types.begin(), ethernet_types.end(), type) != ethernet_types.end() &&
         !member_text(link, "id").empty() && !member_text(link, "ethernet_mac_address").empty();
}

/// "255.255.255.0" → "24"; a number of bits stays as it is. Empty for anything else.
std::string bits_of(const std::string& mask, bool v4) {
  if (mask.find_first_not_of("0123456789") == std::string::npos) return mask;
  const auto bytes = parse_ip(mask);
  if (!bytes) return {};
  size_t bits = 0;
  for (size_t i = v4 ? 12 : 0; i < bytes->size(); ++i) bits += std::bitset<8>((*bytes)[i]).count();
  return std::to_string(bits);
}

std::string with_bits(const json& row, const char* address_key) {
  auto address = member_text(row, address_key);
  if (address.find('/') != std::string::npos) return address;
  const auto bits = bits_of(member_text(row, "netmask"), address.find(':') == std::string::npos);
  return bits.empty() ? address : address + "/" + bits;
}

void add_network(json& link, const json& network) {
  const auto type = member_text(network, "type");
  if (type.ends_with("dhcp") || type.ends_with("slaac")) {
    link[type.starts_with("ipv6") ? "dhcp6" : "dhcp4"] = true;
    return;
  }
  if (const auto address = with_bits(network, "ip_address"); !address.empty())
    link["addresses"].push_back(address);
  for (const auto& route : rows_of(network, "routes"))
    link["routes"].push_back(
        {{"to", with_bits(route, "network")}, {"via", member_text(route, "gateway")}});
  if (const auto gateway = member_text(network, "gateway"); !gateway.empty())
    link["routes"].push_back(
        {{"to", gateway.find(':') == std::string::npos ? "0.0.0.0/0" : "::/0"}, {"via", gateway}});
}

json name_servers(const json& network_data) {
  auto out = json::array();
  for (const auto& service : rows_of(network_data, "services"))
    if (member_text(service, "type") == "dns" && !member_text(service, "address").empty())
      out.push_back(member_text(service, "address"));
  return out;
}

}  // namespace

json network_config_of(const json& network_data) {
  const auto& links = rows_of(network_data, "links");
  if (links.empty() || !std::all_of(links.begin(), links.end(), is_ethernet)) return {};
  auto ethernets = json::object();
  for (const auto& link : links) {
    json out = {{"match", {{"macaddress", lower(member_text(link, "ethernet_mac_address"))}}}};
    if (const auto mtu = link.find("mtu"); mtu != link.end() && mtu->is_number_unsigned())
      out["mtu"] = *mtu;
    for (const auto& network : rows_of(network_data, "networks"))
      if (member_text(network, "link") == member_text(link, "id")) add_network(out, network);
    if (auto servers = name_servers(network_data); !servers.empty())
      out["nameservers"]["addresses"] = std::move(servers);
    ethernets[member_text(link, "id")] = std::move(out);
  }
  return {{"version", 2}, {"ethernets", std::move(ethernets)}};
}

}  // namespace ironbus::http
