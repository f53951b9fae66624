#pragma once

#include "drivers/ramdisk/system/network_data.hpp"

#include <map>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// One action: runs a program, or writes a file below /sys.
struct network_order {
  std::vector<std::string> program;  // empty: write the file
  std::string file;
  std::string text;
};

/// The actions that configure a network, in their order.
struct network_plan {
  std::vector<std::string> modules;  // kernel modules to load first
  std::vector<network_order> orders;
  std::vector<std::string> without_dhcp;  // interfaces
  int addresses = 0;
  std::vector<std::string> problems;  // a sentence for each link or address that is left out
};

/// Plans bonds, then VLANs, then addresses. `cards`: kernel name of each network card, by its MAC
/// address. Members of bonds get no DHCP.
network_plan plan_network(const static_network& wanted,
                          const std::map<std::string, std::string>& cards);

}  // namespace ironbus::ramdisk
