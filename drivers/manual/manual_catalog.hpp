#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// The management interface `noop`: an operator sets the boot device by hand.
std::vector<interface_implementation> manual_implementations(const driver_options&);

/// `manual-management`: machines without a BMC. An operator controls power and boot order.
hardware_type manual_hardware();

}  // namespace ironbus
