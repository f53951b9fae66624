#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// Notes of the node: what its firmware fetches by HTTP where it is to boot from uefihttp. By the
/// name that other services of this kind use.
inline constexpr const char* http_boot_url_key = "redfish_uefi_http_url";

/// The same: the device that is set anew before each start, where the BMC cannot keep one.
inline constexpr const char* boot_memory_key = "redfish_boot_device";

/// "pxe", "disk", …: what machines can be told to boot from.
std::vector<std::string> redfish_boot_devices();

redfish_outcome set_redfish_boot_device(redfish_call call);
redfish_outcome get_redfish_boot_device(redfish_call call);

/// Before the machine starts: what it is always to boot from is set anew, where its BMC can be told
/// the next boot only and nothing else is set for that. A failure is logged.
boost::asio::awaitable<void> renew_redfish_boot_device(redfish_call call);

}  // namespace ironbus
