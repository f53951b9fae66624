#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

using declared_implementations = std::vector<interface_implementation>;

/// The same implementations under the name `idrac-redfish`.
declared_implementations under_idrac_name(declared_implementations redfish);

/// For kinds in which an iDRAC behaves like any other BMC.
template <declared_implementations (*redfish)(const driver_options&)>
declared_implementations as_idrac(const driver_options& options) {
  return under_idrac_name(redfish(options));
}

/// power and management `idrac-redfish`.
declared_implementations idrac_implementations(const driver_options& options);
redfish_operations idrac_machine_acts();

/// raid `idrac-redfish`: needs no ramdisk.
declared_implementations idrac_raid_implementations(const driver_options& options);

/// boot `idrac-redfish-virtual-media`.
declared_implementations idrac_boot_implementations(const driver_options& options);

/// `idrac`: machines of Dell.
hardware_type idrac_hardware();

}  // namespace ironbus
