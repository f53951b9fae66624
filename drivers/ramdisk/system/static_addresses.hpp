#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Settings of one interface in network_data.json (as instances and ramdisks get it).
struct static_address {
  std::string mac;      // of the link
  std::string address;  // "192.0.2.7"
  int prefix = 24;
  std::string gateway;  // of the default route; may be empty
  int mtu = 0;          // 0: unchanged
};

struct static_network {
  std::vector<static_address> addresses;
  std::vector<std::string> name_servers;
};

/// The static IPv4 and IPv6 addresses of physical links. Skips anything else.
static_network read_network_data(const nlohmann::json& document);

/// Reads openstack/latest/network_data.json from a CD labelled config-2 and applies it. Writes a
/// file /run/static.INTERFACE for each interface, which then needs no DHCP. Returns the number of
/// interfaces.
int set_static_addresses(const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
