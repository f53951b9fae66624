#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// The BMC clock (Manager.DateTime).

/// Sets it to the step's time, or to the current time.
redfish_outcome set_redfish_clock(redfish_call call);
/// Sets it to the current time if it differs. Does nothing without enable_verify_bmc_clock.
redfish_outcome verify_redfish_clock(redfish_call call);

}  // namespace ironbus
