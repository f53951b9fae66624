#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

/// Whether a step sets the boot device.
bool sets_boot_device(const step& x);

/// Sets how long the device is valid, according to driver_info.force_persistent_boot_device:
/// "Always", "Never", or a boolean as text (true means "Always"); otherwise as the step says.
void decide_persistence(const node& attributes, step& step);

/// If the machine should boot by HTTP but its management interface does not know that device,
/// chooses PXE instead: the firmware may then boot by HTTP, too.
void choose_known_device(step& step, const interface_implementation& management);

}  // namespace ironbus
