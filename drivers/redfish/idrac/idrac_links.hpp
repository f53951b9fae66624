#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

// Locations of an iDRAC's own services, from its links.

/// The link of that name in Links.Oem.Dell: DellJobService, …; empty: none.
std::string idrac_link(const json& resource, std::string_view name);
/// The attributes of the iDRAC itself, among those of several parts; empty: none.
std::string idrac_attributes_link(const json& manager);

/// The number at the start of its model, "17G Monolithic"; 0: none.
unsigned idrac_generation(const json& manager);

}  // namespace ironbus
