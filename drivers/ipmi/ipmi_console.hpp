#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

namespace ironbus {

/// Opens the serial console of a machine at a port of this host. Each client that connects runs
/// `ipmitool sol activate`, one at a time. The console outlives this process. If it has ended,
/// starting it again opens a new one.
ipmi_outcome start_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access);
ipmi_outcome stop_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access);
ipmi_outcome get_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access);
/// The recorded output of the console; does not call the BMC.
ipmi_outcome get_ipmi_console_log(ipmi_context& context, permitted_step request,
                                  ipmi_access access);

/// Checks the settings that a console needs in addition; unset: valid.
std::optional<failure> check_ipmi_console(const ipmi_access& access);

}  // namespace ironbus
