#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

namespace ironbus {

/// The serial console of a machine, at a port of this host: whoever connects to it runs
/// `ipmitool sol activate`, one at a time. It outlives the process, and is begun anew where it is
/// asked for and has ended.
ipmi_outcome start_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access);
ipmi_outcome stop_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access);
ipmi_outcome get_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access);
/// What it has shown to whoever was connected; the BMC is not asked.
ipmi_outcome get_ipmi_console_log(ipmi_context& context, permitted_step request,
                                  ipmi_access access);

/// What a node must say besides how its BMC is reached; unset: it does.
std::optional<failure> check_ipmi_console(const ipmi_access& access);

}  // namespace ironbus
