#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

/// {type: {id: {key: value}}} of fans, temperatures, power supplies and drives. Data that the BMC
/// does not report is omitted, without a failure.
redfish_outcome get_redfish_sensors(redfish_call call);

}  // namespace ironbus
