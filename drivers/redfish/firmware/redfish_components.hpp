#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/components.hpp"

#include <string>
#include <vector>

namespace ironbus {

using components_result = boost::asio::awaitable<redfish_result<std::vector<firmware_component>>>;

/// What runs firmware of its own in a machine, with its version: "bios", "bmc", and "nic:<serial
/// number, or Id>" for each network adapter of the first chassis. What the BMC has no link for is
/// left out; what it does not give is an error, so that a part is never missing by chance.
components_result read_redfish_components(redfish_client bmc, std::string system);

/// Null if it is not among them.
const firmware_component* find_component(const std::vector<firmware_component>& all,
                                         std::string_view name);

redfish_outcome cache_redfish_components(redfish_call call);

}  // namespace ironbus
