#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// firmware.update: updates components one after the other with UpdateService.SimpleUpdate
/// (DSP0266). The BMC fetches the image itself. If a worker dies, no update is requested twice and
/// none is lost; see update_notes.
redfish_outcome update_redfish_firmware(redfish_call call);
/// Reads the progress; changes nothing.
redfish_probe_result watch_redfish_update(redfish_call call);
/// Finds the task of an update that a dead worker may have requested.
redfish_probe_result recover_redfish_update(redfish_call call);

}  // namespace ironbus
