#pragma once

#include "drivers/ramdisk/inventory/inventory.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"

namespace ironbus::ramdisk {

/// Runs the agent: waits for an address, sends the inventory if requested, looks its node up,
/// serves commands over TLS and sends heartbeats. Returns an exit code when it must restart. Never
/// returns after a rescue or a lock down.
int run_agent(const kernel_parameters& parameters, const hardware_roots& roots);

}  // namespace ironbus::ramdisk
