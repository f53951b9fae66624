#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <string>
#include <vector>

// What a machine is, and how it is.

namespace ironbus {

redfish_outcome detect_redfish_vendor(redfish_call call);
/// "OK", "Warning" or "Critical" of a ComputerSystem, that of its parts included where it says it.
std::optional<std::string> health_of(const redfish_resource& system);
redfish_outcome get_redfish_health(redfish_call call);
/// Of the cards that are there and well. BMCs that list no interfaces are asked for the ports of
/// their network adapters.
redfish_outcome get_redfish_mac_addresses(redfish_call call);

/// In small letters; empty for what is none, and for the zeros that some BMCs show.
std::string mac_in(const json& value);
/// Those of a port of a network adapter, by DMTF's schemas of several years.
std::vector<std::string> macs_of_port(const json& shown);

}  // namespace ironbus
