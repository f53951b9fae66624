#pragma once

#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// What the machine's own BMC says of its network, asked through /dev/ipmi0.
struct bmc_network {
  std::string ipv4 = "0.0.0.0";  // what ironic-python-agent says where it is unknown
  std::string ipv6 = "::/0";
  std::optional<std::string> mac;
};

/// Looks through the BMC's LAN channels for the first with an address; nothing without a BMC. Takes
/// at most some seconds.
std::optional<bmc_network> read_bmc_network();

}  // namespace ironbus::ramdisk
