#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// The disk, what is inserted, the network; in the words of BootSourceOverrideTarget.
std::vector<std::string> usual_boot_order();
/// Whether a machine can have that in its boot order.
bool is_boot_order_item(std::string_view name);

/// What a BMC with services of its own can put before all else, in its words, with commas.
inline constexpr std::string_view first_boot_devices = "Normal,PXE,HDD,BIOS,VCD-DVD,vFDD";
/// What the firmware calls one of them; empty for Normal, which puts nothing first.
std::string_view target_of_first_boot(std::string_view device);

}  // namespace ironbus::simulator
