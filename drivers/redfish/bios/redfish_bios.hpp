#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// BIOS settings (the schemas Bios and Settings): said now, taken at the machine's next start, which
// the workflow makes, and looked at afterwards.

redfish_outcome cache_redfish_bios(redfish_call call);

redfish_outcome apply_redfish_bios(redfish_call call);
redfish_found watch_redfish_bios(redfish_call call);

redfish_outcome reset_redfish_bios(redfish_call call);
redfish_found watch_redfish_bios_reset(redfish_call call);

}  // namespace ironbus
