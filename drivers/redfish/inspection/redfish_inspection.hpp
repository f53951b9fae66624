#pragma once

#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// inspect `redfish`: reads the inventory from the BMC, without booting the machine.
std::vector<interface_implementation> redfish_inspection_implementations(const driver_options&);

redfish_operations redfish_inspection_acts();

/// Inspects the machine of a step. `more` adds data of a specific kind of BMC.
redfish_outcome inspect_redfish_machine(redfish_call call, inventory_extra more);

}  // namespace ironbus
