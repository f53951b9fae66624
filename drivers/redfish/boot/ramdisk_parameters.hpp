#pragma once

#include "drivers/kit/iso_image.hpp"
#include "drivers/redfish/redfish_context.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// What the agent's ramdisk of a step is told: where this service is, its token where it was made
/// before (agent_session), the card that boots where there is one.
std::string agent_parameters(const redfish_call& call);

/// Whether these are to be on a removable medium, and not on the disc
/// (driver_info.config_via_removable).
bool wants_removable(const json& driver_info);
/// What the kernel is told then.
std::string parameters_without_agent(const redfish_call& call);

/// A node's network_data as a ramdisk looks for it; none if there is none.
std::vector<iso_file> network_files(const machine& node);

}  // namespace ironbus
