#include "drivers/ramdisk/system/network_data.hpp"

#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace ironbus::ramdisk {

using nlohmann::json;

namespace {

constexpr std::size_t rows_max = 64;
constexpr std::size_t value_length_max = 32;
constexpr int smallest_mtu = 68;

bool is_address(const std::string& text) {
  std::array<unsigned char, 16> bytes{};
  return ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

/// Prefix length from "255.255.255.0", "64" or a number.
int prefix_of(const json& row, const std::string& address) {
  if (const auto slash = address.find('/'); slash != std::string::npos)
    return static_cast<int>(number(address.substr(slash + 1)).value_or(0));
  const auto mask = text_member(row, "netmask");
  in_addr v4{};
  if (::inet_pton(AF_INET, mask.c_str(), &v4) == 1) return __builtin_popcount(v4.s_addr);
  if (const auto bits = number(mask)) return static_cast<int>(*bits);
  int out = 0;
  std::array<unsigned char, 16> v6{};
  if (::inet_pton(AF_INET6, mask.c_str(), v6.data()) == 1)
    for (const auto byte : v6) out += __builtin_popcount(byte);
  return out;
}

const json& rows_of(const json& document, const char* name) {
  static const json nothing = json::array();
  const auto found = document.is_object() ? document.find(name) : document.end();
  return found != document.end() && found->is_array() && found->size() <= rows_max ? *found
                                                                                   : nothing;
}

std::string default_gateway(const json& row) {
  if (auto plain = text_member(row, "gateway"); is_address(plain)) return plain;
  for (const auto& route : rows_of(row, "routes")) {
    const auto network = text_member(route, "network");
    auto gateway = text_member(route, "gateway");
    const auto mask = text_member(route, "netmask");
    const bool all = network == "0.0.0.0/0" || network == "::/0" ||
                     ((network == "0.0.0.0" || network == "::") &&
                      (mask == "0.0.0.0" || mask == "::" || mask == "0"));
    if (all && is_address(gateway)) return gateway;
  }
  return {};
}

/// A MAC address in lower case; empty: none.
std::string mac_member(const json& row, const char* name) {
  auto out = lower(text_member(row, name));
  const bool good = out.size() == 17 && std::all_of(out.begin(), out.end(), [](char c) {
                      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':';
                    });
  return good ? out : std::string{};
}

struct bond_row {
  const char* member;
  const char* file;
  const char* otherwise;  // empty: the kernel's default
};

/// In the order in which the kernel accepts them. Without miimon a bond never notices a lost link.
constexpr std::array bond_rows{
    bond_row{"bond_mode", "mode", "active-backup"},
    bond_row{"bond_miimon", "miimon", "100"},
    bond_row{"bond_lacp_rate", "lacp_rate", ""},
    bond_row{"bond_xmit_hash_policy", "xmit_hash_policy", ""},
    bond_row{"bond_fail_over_mac", "fail_over_mac", ""},
};

/// Values are written to files below /sys: words and numbers only.
bool is_bond_value(const std::string& text) {
  return !text.empty() && text.size() <= value_length_max &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '+' ||
                  c == '.' || c == '_';
         });
}

std::string bond_value(const json& row, const bond_row& wanted) {
  auto out = lower(text_member(row, wanted.member));
  if (const auto plain = int_member(row, wanted.member, -1); out.empty() && plain >= 0)
    out = std::to_string(plain);
  return is_bond_value(out) ? out : wanted.otherwise;
}

void read_bond(const json& row, network_link& out) {
  out.kind = network_link::kinds::bond;
  for (const auto& member : rows_of(row, "bond_links"))
    if (member.is_string()) out.members.push_back(member.get<std::string>());
  for (const auto& wanted : bond_rows)
    if (auto value = bond_value(row, wanted); !value.empty())
      out.bond_options.emplace_back(wanted.file, std::move(value));
}

void read_vlan(const json& row, network_link& out) {
  out.kind = network_link::kinds::vlan;
  out.parent = text_member(row, "vlan_link");
  out.vlan_id = static_cast<int>(std::clamp<std::int64_t>(int_member(row, "vlan_id", 0), 0, 4095));
  out.mac = mac_member(row, "vlan_mac_address");
}

network_link read_link(const json& row) {
  network_link out;
  out.id = text_member(row, "id");
  out.mac = mac_member(row, "ethernet_mac_address");
  const auto mtu = int_member(row, "mtu", 0);
  if (mtu >= smallest_mtu && mtu <= 65535) out.mtu = static_cast<int>(mtu);
  const auto type = text_member(row, "type");
  if (type == "bond") read_bond(row, out);
  if (type == "vlan") read_vlan(row, out);
  return out;
}

}  // namespace

static_network read_network_data(const json& document) {
  static_network out;
  for (const auto& row : rows_of(document, "links"))
    if (auto link = read_link(row); !link.id.empty()) out.links.push_back(std::move(link));
  for (const auto& row : rows_of(document, "networks")) {
    const auto text = text_member(row, "ip_address");
    static_address one;
    one.link = text_member(row, "link");
    one.address = text.substr(0, text.find('/'));
    one.prefix = prefix_of(row, text);
    one.gateway = default_gateway(row);
    if (!is_address(one.address) || one.prefix <= 0 || one.prefix > 128) continue;
    out.addresses.push_back(std::move(one));
  }
  for (const auto& row : rows_of(document, "services"))
    if (text_member(row, "type") == "dns" && is_address(text_member(row, "address")))
      out.name_servers.push_back(text_member(row, "address"));
  return out;
}

}  // namespace ironbus::ramdisk
