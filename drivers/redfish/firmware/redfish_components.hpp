#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/model/components.hpp"

#include <string>
#include <vector>

namespace ironbus {

using components_result = boost::asio::awaitable<redfish_result<std::vector<firmware_component>>>;

/// Components with their own firmware and its version: "bios", "bmc", and "nic:<serial number, or
/// Id>" for each network adapter of the first chassis. Skips components without a link. An
/// unreadable component is an error, so that none is missing by accident.
components_result read_redfish_components(redfish_client bmc, std::string system);

/// Null if there is none of that name.
const firmware_component* find_component(const std::vector<firmware_component>& all,
                                         std::string_view name);

redfish_outcome cache_redfish_components(redfish_call call);

}  // namespace ironbus
