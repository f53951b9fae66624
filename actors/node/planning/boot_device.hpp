#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

/// Whether a step tells the machine what to boot from.
bool sets_boot_device(const step& x);

/// How long the device holds, as driver_info.force_persistent_boot_device has it: "Always",
/// "Never", or a boolean as text, true being "Always"; with anything else as the step says.
void decide_persistence(const node& attributes, step& step);

/// A machine that is to boot by HTTP, but whose management interface does not know that device, is
/// told to boot from the network: its firmware may do so by HTTP then, too.
void choose_known_device(step& step, const interface_implementation& management);

}  // namespace ironbus
