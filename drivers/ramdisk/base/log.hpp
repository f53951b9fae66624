#pragma once

#include <string>
#include <string_view>

namespace ironbus::ramdisk {

/// Logs a line with the seconds since boot. Lines are kept in memory (the newest 512 KiB) and shown
/// on all consoles. Never pass secrets. Thread-safe.
void log_line(std::string_view text);
/// Only with ipa-debug=1.
void log_detail(std::string_view text);
/// Whether details are logged, and whether lines also go to the consoles.
void set_logging(bool details, bool console);
/// All lines in memory.
std::string log_text();

}  // namespace ironbus::ramdisk
