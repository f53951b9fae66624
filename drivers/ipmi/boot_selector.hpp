#pragma once

#include "drivers/ipmi/ipmi_command.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What a machine boots from, as `chassis bootparam get 5` tells it; unset: nothing is set.
struct boot_setting {
  std::optional<std::string> device;
  bool persistent = false;
};

/// "pxe", "disk", …: what a machine can be told to boot from.
std::vector<std::string> ipmi_boot_devices();

/// The order by which it boots from that device; unset: it is not known. `vendor` as
/// properties.vendor has it: some number the devices otherwise.
std::optional<ipmi_order> boot_order(std::string_view device, bool persistent, bool uefi,
                                     std::string_view vendor);

/// By which the BMC does not forget the device after 60 seconds.
ipmi_order keep_boot_device();

/// Whatever the text is; what cannot be read is as if nothing were set.
boot_setting read_boot_setting(std::string_view text);

}  // namespace ironbus
