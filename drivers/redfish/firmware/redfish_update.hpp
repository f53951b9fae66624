#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// firmware.update: components one after the other, each by UpdateService.SimpleUpdate (DSP0266).
/// The BMC fetches the image itself. Whoever dies, an order is not given twice and none is
/// forgotten: see update_notes.
redfish_outcome update_redfish_firmware(redfish_call call);
/// How the BMC goes on; only asks.
redfish_found watch_redfish_update(redfish_call call);
/// A worker has died while it may have given the order: its task is looked for.
redfish_found recover_redfish_update(redfish_call call);

}  // namespace ironbus
