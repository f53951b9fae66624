#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

#include <optional>
#include <string>

// Persistent boot devices for BMCs that forget them (driver_info.ipmi_force_boot_device). The node
// stores the device, and it is set before each boot.

namespace ironbus {

/// The device to set before each boot; empty: none, or the next boot uses another device.
std::string remembered_device(const json& notes);
/// The node's notes after a device was set.
json boot_notes(const std::string& device, bool persistent);

/// Sets the stored device before a boot and removes outdated notes in `observed`. Returns an error;
/// unset: success or nothing to do.
boost::asio::awaitable<std::optional<std::string>> renew_boot_device(ipmi_context& context,
                                                                     permitted_step request,
                                                                     ipmi_access access,
                                                                     facts& observed);

/// Sets the boot device on the BMC. Unset: success.
boost::asio::awaitable<std::optional<std::string>> send_boot_device(ipmi_context& context,
                                                                    permitted_step request,
                                                                    ipmi_access access,
                                                                    std::string device,
                                                                    bool persistent);

}  // namespace ironbus
