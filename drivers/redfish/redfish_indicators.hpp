#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// Indicator LEDs, named led@system, led@chassis and ID@disk.

redfish_outcome get_redfish_indicators(redfish_call call);
redfish_outcome get_redfish_indicator(redfish_call call);
redfish_outcome set_redfish_indicator(redfish_call call);

}  // namespace ironbus
