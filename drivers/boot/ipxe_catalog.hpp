#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// The boot interface `ipxe`.
std::vector<interface_implementation> ipxe_implementations(const driver_options& options);

}  // namespace ironbus
