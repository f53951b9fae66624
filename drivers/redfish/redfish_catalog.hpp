#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// `redfish` of the kinds power and management.
std::vector<interface_implementation> redfish_implementations(const driver_options&);

/// `redfish`: machines whose BMC speaks Redfish.
hardware_type redfish_hardware();

}  // namespace ironbus
