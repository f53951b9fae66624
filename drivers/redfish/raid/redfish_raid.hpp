#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// Volumes (the schema Volume). A BMC makes and removes them at once, by a task, or at the machine's
// next start. What is there already is not made again, so a part may be run anew; one task at a
// time for each controller.

/// create_configuration and apply_configuration.
redfish_outcome create_redfish_volumes(redfish_call call);
redfish_outcome delete_redfish_volumes(redfish_call call);
/// Of all three.
redfish_found watch_redfish_volumes(redfish_call call);
/// A worker has died while it may have begun a task: that is looked for and waited for first.
redfish_found recover_redfish_volumes(redfish_call call);

}  // namespace ironbus
