#pragma once

#include "messages/model/snapshot.hpp"

namespace ironbus {

/// Whether a step tells the machine what to boot from.
bool sets_boot_device(const step& x);

/// How long the device holds, as driver_info.force_persistent_boot_device has it: "Always",
/// "Never", or a boolean as text, true being "Always"; with anything else as the step says.
void decide_persistence(const node& attributes, step& step);

}  // namespace ironbus
