#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// The clock of the BMC (Manager.DateTime).

/// Sets it to what the step says, else to the present time.
redfish_outcome set_redfish_clock(redfish_call call);
/// Sets it to the present time if it is another one; nothing unless enable_verify_bmc_clock.
redfish_outcome verify_redfish_clock(redfish_call call);

}  // namespace ironbus
