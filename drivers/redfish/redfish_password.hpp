#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// Gives the account of driver_info another password, in two parts: it is noted with the node, then
/// the BMC is told (kit/password_rotation.hpp).
redfish_outcome rotate_redfish_password(redfish_call call);
/// Whether the BMC has the noted password already.
redfish_found recover_redfish_password(redfish_call call);

}  // namespace ironbus
