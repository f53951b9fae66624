#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// Changes the password of the account in driver_info, in two parts: first the new one is stored
/// with the node, then the BMC gets it (kit/password_rotation.hpp).
redfish_outcome rotate_redfish_password(redfish_call call);
/// Whether the BMC already has the stored password.
redfish_probe_result recover_redfish_password(redfish_call call);

}  // namespace ironbus
