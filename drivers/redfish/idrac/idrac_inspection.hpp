#pragma once

#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// inspect `idrac-redfish`: like redfish, with data that only iDRACs have. The serial number is the
/// service tag (SKU), switch data comes from DellSwitchConnections, and the BIOS settings name the
/// PXE card.
redfish_operations idrac_inspection_acts();

/// Adds these three to the inventory.
inventory_part read_idrac_extras(inventory_walk& walk, json system, inventory& out);

}  // namespace ironbus
