#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// A network interface with a device behind it.
struct network_interface {
  std::string name;
  std::string mac;
  std::optional<std::string> ipv4;
  std::optional<std::string> ipv6;  // not link-local
  std::optional<bool> has_carrier;
  std::optional<int> speed_mbps;
  std::optional<std::string> vendor;  // PCI identifiers, as "0x8086"
  std::optional<std::string> product;
  std::optional<std::string> pci_address;
  std::optional<std::string> driver;
  nlohmann::json lldp;  // [[type, "hex"], …], or null
};

/// Sorted by name, those that are of real devices. `with_addresses` asks the running kernel.
std::vector<network_interface> list_interfaces(const std::filesystem::path& sysfs,
                                               bool with_addresses);
nlohmann::json document_of(const network_interface& x);

/// The address that packets to this host leave with; nothing without a route to it.
std::optional<std::string> source_address(const std::string& host);

/// Waits for LLDP frames on all interfaces, at most so long, and keeps the type-length-values of
/// the first on each.
void collect_lldp(std::vector<network_interface>& interfaces, int seconds);
/// The type-length-values of one LLDP frame (with its Ethernet header); null if it is none.
nlohmann::json parse_lldp(const std::string& frame);

}  // namespace ironbus::ramdisk
