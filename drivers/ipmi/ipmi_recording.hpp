#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

namespace ironbus {

/// Records the serial console while a ramdisk runs, so that its output is available if the agent
/// never calls. Always succeeds. The evidence says why nothing is recorded, or that a client
/// records it.
ipmi_outcome start_ipmi_recording(ipmi_context& context, permitted_step request,
                                  ipmi_access access);
/// Stops the recording and returns its last 4 KiB. Does not call the BMC.
ipmi_outcome stop_ipmi_recording(ipmi_context& context, permitted_step request, ipmi_access access);

}  // namespace ironbus
