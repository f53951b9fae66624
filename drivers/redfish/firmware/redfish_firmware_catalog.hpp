#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// firmware `redfish`.
std::vector<interface_implementation> redfish_firmware_implementations(const driver_options&);
redfish_operations redfish_firmware_acts();

}  // namespace ironbus
