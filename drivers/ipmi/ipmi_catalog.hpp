#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// `ipmitool` of the kinds power, management and vendor, and `ipmitool-socat` of console.
std::vector<interface_implementation> ipmi_implementations(const driver_options&);

/// `ipmi`: machines with an IPMI BMC.
hardware_type ipmi_hardware();

}  // namespace ironbus
