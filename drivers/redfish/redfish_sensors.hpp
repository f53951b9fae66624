#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// {type: {id: {key: value}}} of fans, temperatures, power supplies and drives. What a BMC does not
/// tell is left out; it is no failure.
redfish_outcome get_redfish_sensors(redfish_call call);

}  // namespace ironbus
