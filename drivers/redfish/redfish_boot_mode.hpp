#pragma once

#include "drivers/redfish/redfish_context.hpp"

// Boot mode and secure boot.

namespace ironbus {

redfish_outcome get_redfish_boot_mode(redfish_call call);
/// Some BMCs show the new mode only after the machine's next restart.
redfish_outcome set_redfish_boot_mode(redfish_call call);

redfish_outcome get_redfish_secure_boot(redfish_call call);
redfish_outcome set_redfish_secure_boot(redfish_call call);
redfish_outcome reset_redfish_keys(redfish_call call);
redfish_outcome clear_redfish_keys(redfish_call call);

}  // namespace ironbus
