#include "ops/simulator/vm/vm_plan.hpp"

#include <algorithm>

namespace ironbus::simulator {

vm_description plan_vm(const identity& who, const profile& kind, const vm_options& options,
                       const std::string& folder) {
  vm_description out;
  out.name = who.name;
  out.uuid = who.uuid;
  out.serial = who.serial;
  out.manufacturer = kind.manufacturer;
  out.model = kind.model;
  out.memory_mib = options.memory_mib;
  out.kvm = options.kvm;
  out.network = options.network;
  out.macs = who.macs;
  out.folder = folder + "/" + who.name;
  for (unsigned i = 0; i < options.disks.size(); ++i)
    out.disks.push_back({out.folder + "/disk" + std::to_string(i) + ".img", options.disks[i],
                         drive_serial(who, i)});
  for (const auto& slot : kind.slots)
    if (slot.way != insertion::none)
      out.slots.push_back({std::string{slot.id}, has_item(slot.types, "CD")});
  return out;
}

void set_firmware(machine_state& machine, vm_firmware firmware) {
  machine.boot.mode = firmware == vm_firmware::bios ? "Legacy" : "UEFI";
  machine.secure.enabled = firmware == vm_firmware::secure_boot;
}

void become_virtual(identity& who, const vm_options& options) {
  constexpr unsigned mib_per_gib = 1024;
  who.macs.resize(1);
  auto& built_in = who.built_in;
  built_in.memory_gib = std::max(1U, options.memory_mib / mib_per_gib);
  built_in.sockets = 1;
  built_in.threads = 1;
  built_in.drives = static_cast<unsigned>(options.disks.size());
  built_in.drive_bytes = options.disk_bytes;
}

}  // namespace ironbus::simulator
