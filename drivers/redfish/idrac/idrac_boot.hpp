#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// On an iDRAC the boot device `cdrom` may be a physical drive, so the iDRAC's attributes select the
// virtual one.

/// boot `idrac-redfish-virtual-media`: like redfish-virtual-media, and records that the boot ISO is
/// in a virtual drive.
redfish_operations idrac_boot_acts();

/// Like the other drivers of the family, except if the boot ISO is in a virtual drive and the
/// device is such a drive.
redfish_outcome set_idrac_boot_device(redfish_call call);
redfish_outcome get_idrac_boot_device(redfish_call call);

}  // namespace ironbus
