#pragma once

#include "actors/node/decision/decision.hpp"

#include <vector>

namespace ironbus {

// What a driver has read of a machine's parts becomes what the node knows of them.

/// All BIOS settings of the machine: new ones are added, those that differ are rewritten, those
/// that are missing are removed.
void learn_bios(decision& decision, std::vector<bios_setting> read);

/// Firmware components of the machine; those that are missing are kept.
void learn_firmware(decision& decision, const std::vector<firmware_component>& read);

}  // namespace ironbus
