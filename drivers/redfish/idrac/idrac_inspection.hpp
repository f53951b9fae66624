#pragma once

#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// inspect `idrac-redfish`: as redfish, and what only iDRACs show. The serial number is the service
/// tag (SKU), switches are those of DellSwitchConnections, and the BIOS settings say which card
/// boots by PXE.
redfish_acts idrac_inspection_acts();

/// These three, added to what has been read.
inventory_part read_idrac_extras(inventory_walk& walk, json system, inventory& out);

}  // namespace ironbus
