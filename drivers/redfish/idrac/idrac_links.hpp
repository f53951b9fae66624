#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

// Where an iDRAC has its services besides Redfish's own, as it says itself.

/// The link of that name in Links.Oem.Dell: DellJobService, …; empty: there is none.
std::string idrac_link(const json& resource, std::string_view name);
/// Of the attributes of the iDRAC itself, of those of several parts that it lists; empty: none.
std::string idrac_attributes_link(const json& manager);

/// The number in front of its model, "17G Monolithic"; 0: it says none.
unsigned idrac_generation(const json& manager);

}  // namespace ironbus
