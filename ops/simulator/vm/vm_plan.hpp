#pragma once

#include "ops/simulator/machine/machine_state.hpp"
#include "ops/simulator/vm/vm_description.hpp"

#include <string>

namespace ironbus::simulator {

/// The virtual machine for a simulated one: its name, UUID, serial numbers and MAC addresses, and a
/// drive for each slot of its BMC that accepts an image. `folder`: of the fleet.
vm_description plan_vm(const identity& who, const profile& kind, const vm_options& options,
                       const std::string& folder);

/// Sets the firmware's factory settings.
void set_firmware(machine_state& machine, vm_firmware firmware);

/// Adapts the hardware to a virtual machine: memory, one processor, drives, one network card.
void become_virtual(identity& who, const vm_options& options);

}  // namespace ironbus::simulator
