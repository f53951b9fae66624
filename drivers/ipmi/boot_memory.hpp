#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

#include <optional>
#include <string>

// Where driver_info.ipmi_force_boot_device is set the BMC forgets a device that was set for all
// boots, so the node remembers it, and it is set before each boot.

namespace ironbus {

/// The device that is to be set before each boot; empty: none, or the next boot is from another.
std::string remembered_device(const json& notes);
/// The notes after a device was set.
json boot_notes(const std::string& device, bool persistent);

/// Before a boot: sets the remembered device, and notes in `observed` what is no more. Why it could
/// not; unset: it has, or need not.
boost::asio::awaitable<std::optional<std::string>> renew_boot_device(ipmi_context& context,
                                                                     permitted_step request,
                                                                     ipmi_access access,
                                                                     facts& observed);

/// Tells the BMC. Unset: done.
boost::asio::awaitable<std::optional<std::string>> send_boot_device(ipmi_context& context,
                                                                    permitted_step request,
                                                                    ipmi_access access,
                                                                    std::string device,
                                                                    bool persistent);

}  // namespace ironbus
