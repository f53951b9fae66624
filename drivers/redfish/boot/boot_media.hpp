#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// What the boot interfaces of the family do. All of it may be done again.

/// `redfish-virtual-media`: the image is in a virtual optical drive.
redfish_acts media_boot_acts();
/// `redfish-https`: the machine's firmware fetches the image (UEFI HTTP boot). Its URL is noted for
/// set_boot_device.
redfish_acts https_boot_acts();

}  // namespace ironbus
