#pragma once

#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// Network settings of the machine's own BMC, read through /dev/ipmi0.
struct bmc_network {
  std::string ipv4 = "0.0.0.0";  // ironic-python-agent's value for unknown
  std::string ipv6 = "::/0";
  std::optional<std::string> mac;
};

/// The BMC's first LAN channel with an address; nothing without a BMC. Takes some seconds at most.
std::optional<bmc_network> read_bmc_network();

}  // namespace ironbus::ramdisk
