#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// BIOS settings (the schemas Bios and Settings). The driver sends them, the workflow restarts the
// machine, and the probe then checks them.

redfish_outcome cache_redfish_bios(redfish_call call);

redfish_outcome apply_redfish_bios(redfish_call call);
redfish_probe_result watch_redfish_bios(redfish_call call);

redfish_outcome reset_redfish_bios(redfish_call call);
redfish_probe_result watch_redfish_bios_reset(redfish_call call);

}  // namespace ironbus
