#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// Disk, inserted media, network, as values of BootSourceOverrideTarget.
std::vector<std::string> usual_boot_order();
/// Whether the boot order may contain this value.
bool is_boot_order_item(std::string_view name);

/// Values of FirstBootDevice of a BMC with OEM services, separated by commas.
inline constexpr std::string_view first_boot_devices = "Normal,PXE,HDD,BIOS,VCD-DVD,vFDD";
/// The boot target for such a value; empty for Normal, which changes nothing.
std::string_view target_of_first_boot(std::string_view device);

}  // namespace ironbus::simulator
