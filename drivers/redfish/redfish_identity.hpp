#pragma once

#include "drivers/redfish/redfish_context.hpp"

// What a machine is, and how it is.

namespace ironbus {

redfish_outcome detect_redfish_vendor(redfish_call call);
/// "OK", "Warning" or "Critical" of a ComputerSystem, that of its parts included where it says it.
std::optional<std::string> health_of(const redfish_resource& system);
redfish_outcome get_redfish_health(redfish_call call);
/// Of the cards that are there and well. BMCs that list no interfaces are asked for the ports of
/// their network adapters.
redfish_outcome get_redfish_mac_addresses(redfish_call call);

}  // namespace ironbus
