#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// bios `redfish`.
std::vector<interface_implementation> redfish_bios_implementations(const driver_options&);
redfish_operations redfish_bios_acts();

}  // namespace ironbus
