#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulator {

enum class vm_firmware : uint8_t { bios, uefi, secure_boot };
enum class disk_bus : uint8_t { virtio, nvme, sata };

/// Where the network cards of the machines lead.
struct vm_network {
  std::string bridge;  ///< Of this network namespace; empty: QEMU's own network, each for itself.
  /// Further settings of that own network, as `-netdev user` takes them; empty: none.
  std::string user_settings;
};

/// What the virtual machines of a fleet have in common.
struct vm_options {
  vm_firmware firmware = vm_firmware::uefi;  ///< What they are set to from the factory.
  vm_network network;
  unsigned memory_mib = 2048;
  std::vector<disk_bus> disks{disk_bus::virtio};
  int64_t disk_bytes = int64_t{5} * 1024 * 1024 * 1024;  ///< Of each; it takes what is written.
  bool kvm = false;    ///< Use the processor's help where there is any.
  bool ipmi = false;   ///< Each has an ipmi_sim before it, too.
  std::string folder;  ///< Where disks, consoles and settings are, and stay; empty: for this run.
};

}  // namespace ironbus::simulator
