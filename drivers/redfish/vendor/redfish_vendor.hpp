#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// vendor `redfish`: methods for the BMC's events and virtual media.
std::vector<interface_implementation> redfish_vendor_implementations(const driver_options&);

redfish_operations redfish_vendor_acts();

}  // namespace ironbus
