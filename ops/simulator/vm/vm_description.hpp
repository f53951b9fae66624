#pragma once

#include "ops/simulator/vm/vm_options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulator {

struct vm_disk {
  std::string file;
  disk_bus bus = disk_bus::virtio;
  std::string serial;
};

struct vm_card {
  std::string mac;
  /// Descriptor of a tap device; -1: QEMU's user network.
  int tap = -1;
};

/// A drive for virtual media.
struct vm_slot {
  std::string name;     ///< The BMC's name of the slot.
  bool optical = true;  ///< Otherwise a USB stick.
};

/// Everything needed to build a virtual machine.
struct vm_description {
  std::string name;
  std::string uuid;
  std::string serial;
  std::string manufacturer;
  std::string model;
  unsigned memory_mib = 2048;
  bool kvm = false;
  std::vector<vm_disk> disks;
  std::vector<std::string> macs;
  std::vector<vm_slot> slots;
  vm_network network;
  std::string folder;      ///< Of this machine.
  unsigned ipmi_port = 0;  ///< Port of the BMC for the system's KCS; 0: none.
};

/// QEMU's name for the drive of a slot.
std::string drive_of_slot(size_t number);

}  // namespace ironbus::simulator
