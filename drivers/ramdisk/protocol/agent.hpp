#pragma once

#include "drivers/ramdisk/inventory/inventory.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"

namespace ironbus::ramdisk {

/// The agent's life: waits for an address, sends the inventory if asked, looks its node up, serves
/// commands over TLS and sends heartbeats. Returns an exit code when it must be started anew; never
/// after a rescue or a lock down.
int run_agent(const kernel_parameters& parameters, const hardware_roots& roots);

}  // namespace ironbus::ramdisk
