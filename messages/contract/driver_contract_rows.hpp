#pragma once

#include "messages/contract/driver_contract.hpp"

namespace ironbus {

// The two parts of the table; driver_contract() returns both.

/// bios, firmware, management, power, raid, vendor, console: operations of a BMC.
std::span<const operation_contract> machine_contract();
/// boot, deploy, inspect, network, rescue, storage: operations of workflows.
std::span<const operation_contract> workflow_contract();

}  // namespace ironbus
