#pragma once

#include "messages/model/driver_catalog.hpp"

#include <string_view>
#include <vector>

namespace ironbus {

/// Lets the machine boot from a device: for good, or the next time only. An interface without such
/// a call is passed over.
step_call boot_from(std::string_view device, bool persistent);

/// The calls of a boot interface that boots the ramdisk from this device ("pxe", "cdrom") once, and
/// instances from then on: from the disk, or those that run live from this device as well.
std::vector<step_declaration> boot_calls(std::string_view ramdisk_device);

}  // namespace ironbus
