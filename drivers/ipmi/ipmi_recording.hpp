#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

namespace ironbus {

/// Has the serial console written down while a ramdisk is in the machine, so that there is
/// something to be read where it is not heard of. Always done: what cannot be written down, or is
/// by a client that is connected, the evidence says.
ipmi_outcome start_ipmi_recording(ipmi_context& context, permitted_step request,
                                  ipmi_access access);
/// Ends it, and answers the last 4 KiB of it. The BMC is not asked.
ipmi_outcome stop_ipmi_recording(ipmi_context& context, permitted_step request, ipmi_access access);

}  // namespace ironbus
