#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// What network_data.json (as instances and ramdisks get it) wants of one interface.
struct static_address {
  std::string mac;      // of the link
  std::string address;  // "192.0.2.7"
  int prefix = 24;
  std::string gateway;  // of the default route; may be empty
  int mtu = 0;          // 0: as it is
};

struct static_network {
  std::vector<static_address> addresses;
  std::vector<std::string> name_servers;
};

/// The static IPv4 and IPv6 addresses of physical links; what it does not understand is left out.
static_network read_network_data(const nlohmann::json& document);

/// Looks for a CD labelled config-2 with openstack/latest/network_data.json, and sets what it says.
/// Leaves a file /run/static.INTERFACE for each interface, which needs no DHCP then. Returns how
/// many.
int set_static_addresses(const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
