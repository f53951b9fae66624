#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// With an iDRAC the boot device `cdrom` may be a drive of the machine's own, so a virtual one is
// put first by the iDRAC's attributes.

/// boot `idrac-redfish-virtual-media`: as redfish-virtual-media, and a note that the disc is in a
/// virtual drive.
redfish_acts idrac_boot_acts();

/// As all of the family do, unless the note is there and the device is such a drive.
redfish_outcome set_idrac_boot_device(redfish_call call);
redfish_outcome get_idrac_boot_device(redfish_call call);

}  // namespace ironbus
