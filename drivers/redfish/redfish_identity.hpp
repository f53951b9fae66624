#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <string>
#include <vector>

// Identity and health of a machine.

namespace ironbus {

redfish_outcome detect_redfish_vendor(redfish_call call);
/// "OK", "Warning" or "Critical" of a ComputerSystem, with its parts if it reports them.
std::optional<std::string> health_of(const redfish_resource& system);
redfish_outcome get_redfish_health(redfish_call call);
/// MAC addresses of present, healthy cards: of the system's interfaces and of the ports of network
/// adapters. A card that one of them reports as broken is left out.
redfish_outcome get_redfish_mac_addresses(redfish_call call);

/// In lower case. Empty if invalid, or for the zeros that some BMCs report.
std::string mac_in(const json& value);
/// The MAC address of a NetworkDeviceFunction; empty: none.
std::string mac_of_function(const json& function);
/// MAC addresses of a network adapter port, in several versions of DMTF's schemas.
std::vector<std::string> macs_of_port(const json& shown);

}  // namespace ironbus
