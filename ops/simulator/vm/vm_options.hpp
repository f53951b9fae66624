#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulator {

enum class vm_firmware : uint8_t { bios, uefi, secure_boot };
enum class disk_bus : uint8_t { virtio, nvme, sata };

/// The network of the machines' cards.
struct vm_network {
  std::string bridge;  ///< Bridge in this network namespace; empty: a QEMU user network each.
  /// Further settings of `-netdev user`; empty: none.
  std::string user_settings;
};

/// Common settings of a fleet's virtual machines.
struct vm_options {
  vm_firmware firmware = vm_firmware::uefi;  ///< Factory setting of the machines.
  vm_network network;
  unsigned memory_mib = 2048;
  std::vector<disk_bus> disks{disk_bus::virtio};
  int64_t disk_bytes = int64_t{5} * 1024 * 1024 * 1024;  ///< Of each disk; sparse.
  bool kvm = false;                                      ///< Use KVM if it is available.
  bool ipmi = false;                                     ///< Run an ipmi_sim for each machine.
  std::string folder;  ///< Folder for disks, consoles and settings; empty: temporary.
};

}  // namespace ironbus::simulator
