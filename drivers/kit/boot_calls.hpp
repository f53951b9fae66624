#pragma once

#include "messages/model/driver_catalog.hpp"

#include <string_view>
#include <vector>

namespace ironbus {

/// Sets the machine's boot device, persistently or for the next boot only. Skipped if the interface
/// has no such call.
step_call boot_from(std::string_view device, bool persistent);

/// The calls of a boot interface that boots the ramdisk from this device ("pxe", "cdrom") once.
/// Later it boots instances: from the disk, or live ones from this device as well.
std::vector<step_declaration> boot_calls(std::string_view ramdisk_device);

}  // namespace ironbus
