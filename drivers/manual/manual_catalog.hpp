#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// The management interface `noop`: somebody sets by hand what the machine boots from.
std::vector<interface_implementation> manual_implementations(const driver_options&);

/// `manual-management`: machines without a BMC, whose power and boot order are somebody's to set.
hardware_type manual_hardware();

}  // namespace ironbus
