#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace ironbus::ramdisk {

/// A link of network_data.json: a network card, a bond or a VLAN.
struct network_link {
  enum class kinds { card, bond, vlan };

  std::string id;
  kinds kind = kinds::card;
  std::string mac;                                                // empty: unset
  int mtu = 0;                                                    // 0: unchanged
  std::vector<std::string> members;                               // of a bond: ids of links
  std::vector<std::pair<std::string, std::string>> bond_options;  // file in sysfs, value
  std::string parent;                                             // of a VLAN: id of a link
  int vlan_id = 0;
};

struct static_address {
  std::string link;     // id
  std::string address;  // "192.0.2.7"
  int prefix = 24;
  std::string gateway;  // of the default route; may be empty
};

struct static_network {
  std::vector<network_link> links;
  std::vector<static_address> addresses;
  std::vector<std::string> name_servers;
};

/// The links with their static IPv4 and IPv6 addresses. Skips malformed rows.
static_network read_network_data(const nlohmann::json& document);

}  // namespace ironbus::ramdisk
