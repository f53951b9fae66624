#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

namespace ironbus {

ipmi_outcome set_ipmi_boot_device(ipmi_context& context, permitted_step x, ipmi_access access);
ipmi_outcome get_ipmi_boot_device(ipmi_context& context, permitted_step x, ipmi_access access);
ipmi_outcome inject_ipmi_nmi(ipmi_context& context, permitted_step x, ipmi_access access);
ipmi_outcome get_ipmi_sensors(ipmi_context& context, permitted_step x, ipmi_access access);
ipmi_outcome detect_ipmi_vendor(ipmi_context& context, permitted_step x, ipmi_access access);

/// "Manufacturer Name" of `mc info` in lower case; empty: not reported.
std::string read_vendor(std::string_view text);

}  // namespace ironbus
