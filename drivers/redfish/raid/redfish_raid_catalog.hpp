#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// raid `redfish`.
std::vector<interface_implementation> redfish_raid_implementations(const driver_options&);
redfish_operations redfish_raid_acts();

}  // namespace ironbus
