#pragma once

#include "messages/contract/driver_contract.hpp"

namespace ironbus {

// The table in two parts; driver_contract() has both.

/// bios, firmware, management, power, raid, vendor, console: what a BMC does.
std::span<const operation_contract> machine_contract();
/// boot, deploy, inspect, network, rescue, storage: what workflows are made of.
std::span<const operation_contract> workflow_contract();

}  // namespace ironbus
