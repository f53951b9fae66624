#pragma once

#include "actors/inspection/values/network.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::inspection {

/// Network cards for which ports are created (add_ports).
enum class added_ports : uint8_t {
  pxe,     ///< The boot interface; all if it is unknown.
  active,  ///< Those with an IP address.
  all,
  disabled,  ///< None.
  count_
};

/// Existing ports that a node keeps (keep_ports).
enum class kept_ports : uint8_t {
  all,
  present,  ///< Those with a MAC address of the machine.
  added,    ///< Those for which ports would be created.
  count_
};

/// A processor flag and its capability.
struct cpu_capability {
  std::string flag;
  std::string capability;
};

/// A kind of PCI device, by its ids as the agent writes them: four lower-case hex digits.
struct pci_alias {
  std::string vendor_id;
  std::string product_id;
  std::string name;
};

struct named_network {
  ip_network network;
  std::string name;
};

/// Options of hooks. Comments name the options.
struct hook_options {
  added_ports add = added_ports::pxe;
  kept_ports keep = kept_ports::all;
  bool update_pxe_enabled = true;
  std::vector<cpu_capability> cpu_capabilities{{"vmx", "cpu_vt"},
                                               {"svm", "cpu_vt"},
                                               {"aes", "cpu_aes"},
                                               {"pse", "cpu_hugepages"},
                                               {"pdpe1gb", "cpu_hugepages_1g"},
                                               {"smx", "cpu_txt"}};
  std::vector<pci_alias> pci_aliases;   ///< pci_device_alias
  std::vector<named_network> networks;  ///< physical_network_cidr_map
  std::vector<pci_alias> accelerators{  ///< known_accelerators
                                      {"10de", "1eb8", "NVIDIA Corporation Tesla T4"},
                                      {"10de", "1df6", "NVIDIA Corporation GV100GL"},
                                      {"10de", "20b5", "NVIDIA Corporation A100 PCIe 80GB"},
                                      {"10de", "20f1", "NVIDIA Corporation A100 PCIe 40GB"},
                                      {"10de", "2331", "NVIDIA Corporation H100 PCIe"}};
  bool disk_partitioning_spacing = true;  ///< Leave one GiB of the root disk free.
  bool extra_hardware_strict = false;     ///< Drop only malformed items instead of all items.
};

}  // namespace ironbus::inspection
