#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Names below /dev of all consoles: those of the kernel (console=), then serial ports with a UART,
/// which show nothing otherwise. `console` if there are none.
std::vector<std::string> list_consoles(const std::filesystem::path& sysfs);

/// Shows a text on all of them without waiting. Serial ports that the kernel does not use are set
/// to 115200 8N1 first, the usual speed of serial consoles over a BMC.
void show_on_consoles(const std::string& text);

}  // namespace ironbus::ramdisk
