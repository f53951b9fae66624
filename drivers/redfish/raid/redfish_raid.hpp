#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// RAID volumes (the schema Volume). A BMC creates and deletes them at once, by a task, or at the
// machine's next restart. Existing volumes are not created again, so a part can be repeated. One
// task at a time for each controller.

/// create_configuration and apply_configuration.
redfish_outcome create_redfish_volumes(redfish_call call);
redfish_outcome delete_redfish_volumes(redfish_call call);
/// The probe of all three.
redfish_probe_result watch_redfish_volumes(redfish_call call);
/// Finds and awaits a task that a dead worker may have started.
redfish_probe_result recover_redfish_volumes(redfish_call call);

}  // namespace ironbus
