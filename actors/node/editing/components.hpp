#pragma once

#include "actors/node/decision/decision.hpp"

#include <vector>

namespace ironbus {

// Updates the node's components from a driver's data.

/// Sets all BIOS settings of the machine: adds new ones, replaces changed ones, removes missing
/// ones.
void store_bios_settings(decision& decision, std::vector<bios_setting> read);

/// Sets firmware components of the machine; keeps missing ones.
void store_firmware_components(decision& decision, const std::vector<firmware_component>& read);

}  // namespace ironbus
