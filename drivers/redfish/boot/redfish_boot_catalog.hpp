#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// boot `redfish-virtual-media`.
std::vector<interface_implementation> media_boot_implementations(const driver_options& options);
/// boot `redfish-https`.
std::vector<interface_implementation> https_boot_implementations(const driver_options& options);

}  // namespace ironbus
