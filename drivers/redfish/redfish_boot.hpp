#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// Key of the node's notes: the URL that the firmware fetches if the boot device is uefihttp. Other
/// services of this kind use the same name.
inline constexpr const char* http_boot_url_key = "redfish_uefi_http_url";

/// Key of the node's notes: the device to set before each restart, if the BMC cannot store one.
inline constexpr const char* boot_memory_key = "redfish_boot_device";

/// Boot devices: "pxe", "disk", ….
std::vector<std::string> redfish_boot_devices();

redfish_outcome set_redfish_boot_device(redfish_call call);
redfish_outcome get_redfish_boot_device(redfish_call call);

/// Sets the persistent boot device again before a restart, if the BMC supports only one-time
/// devices and no other one-time device is set. Logs a failure.
boost::asio::awaitable<void> renew_redfish_boot_device(redfish_call call);

}  // namespace ironbus
