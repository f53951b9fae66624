#pragma once

#include "drivers/ipmi/ipmi_command.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The boot device as read by `chassis bootparam get 5`; unset: none.
struct boot_setting {
  std::optional<std::string> device;
  bool persistent = false;
};

/// Boot devices: "pxe", "disk", ….
std::vector<std::string> ipmi_boot_devices();

/// The command that sets the device; unset: unknown device. `vendor` as in properties.vendor,
/// because some vendors use other numbers.
std::optional<ipmi_order> boot_order(std::string_view device, bool persistent, bool uefi,
                                     std::string_view vendor);

/// Disables the BMC's 60-second timeout of the boot device.
ipmi_order keep_boot_device();

/// Reads the boot device, for read_boot_setting().
ipmi_order ask_boot_device();

/// Accepts any text. An unreadable setting counts as none.
boot_setting read_boot_setting(std::string_view text);

}  // namespace ironbus
