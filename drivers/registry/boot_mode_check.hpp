#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// Lets the deploy interfaces reject a node that asks for another boot mode than the one in which
/// its machine boots, unless its management interface can set the mode.
void add_boot_mode_checks(std::vector<interface_implementation>& all);

}  // namespace ironbus
