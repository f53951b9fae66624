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
  /// A tap device that the program gets as this file; -1: QEMU's own network.
  int tap = -1;
};

/// A drive for what is inserted.
struct vm_slot {
  std::string name;     ///< As the BMC has it.
  bool optical = true;  ///< Else a USB stick.
};

/// All that a virtual machine is built of.
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
  std::string folder;      ///< Its own.
  unsigned ipmi_port = 0;  ///< Of a BMC that the system may speak to by KCS; 0: none.
};

/// What QEMU calls the drive of that slot.
std::string drive_of_slot(size_t number);

}  // namespace ironbus::simulator
