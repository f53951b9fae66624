#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// A network interface with a hardware device.
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

/// Interfaces of real devices, sorted by name. `with_addresses` queries the running kernel.
std::vector<network_interface> list_interfaces(const std::filesystem::path& sysfs,
                                               bool with_addresses);
nlohmann::json document_of(const network_interface& x);

/// The source address of packets to this host; nothing without a route to it.
std::optional<std::string> source_address(const std::string& host);

/// Waits for LLDP frames on all interfaces, at most that long. Stores the type-length-values of the
/// first frame on each.
void collect_lldp(std::vector<network_interface>& interfaces, int seconds);
/// The type-length-values of an LLDP frame (with its Ethernet header); null if it is not LLDP.
nlohmann::json parse_lldp(const std::string& frame);

}  // namespace ironbus::ramdisk
