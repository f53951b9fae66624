#pragma once

#include "drivers/kit/iso_image.hpp"
#include "drivers/redfish/redfish_context.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// Kernel parameters of the agent's ramdisk: the URL of this service, the token if it already
/// exists (agent_session), and the boot card if there is exactly one.
std::string agent_parameters(const redfish_call& call);

/// Whether the parameters go to a removable medium instead of the boot ISO
/// (driver_info.config_via_removable).
bool wants_removable(const json& driver_info);
/// Kernel parameters on the boot ISO in that case.
std::string parameters_without_agent(const redfish_call& call);

/// A node's network_data in the files that a ramdisk reads; empty if it has none.
std::vector<iso_file> network_files(const machine& node);

}  // namespace ironbus
