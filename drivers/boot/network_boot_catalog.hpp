#pragma once

#include "drivers/boot/network_boot.hpp"
#include "messages/model/driver_catalog.hpp"

namespace ironbus {

/// One of the boot interfaces `ipxe`, `pxe`, `http-ipxe` and `http`.
interface_implementation network_boot_implementation(const network_boot& row,
                                                     const driver_options& options);

}  // namespace ironbus
