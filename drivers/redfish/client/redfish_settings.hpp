#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <string>

namespace ironbus {

// Settings resources (DSP0266, "Settings resource"): some BMCs accept changes only in a second
// resource, which shows the values of the machine's next start.

/// Link to the resource's settings (@Redfish.Settings); empty: none.
std::string settings_of(const redfish_resource& shown);

/// Like redfish_client::patch. If the BMC rejects the change, and the resource has settings, they
/// are changed instead.
redfish_change patch_settings(redfish_client bmc, redfish_resource shown, json body);

/// Moves those members of `change` that `shown` lacks into the result.
json take_unshown_members(json& change, const json& shown);

}  // namespace ironbus
