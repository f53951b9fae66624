#pragma once

#include <string>
#include <string_view>

namespace ironbus::ramdisk {

/// Lines with the seconds since the machine's start, kept in memory (the newest 512 KiB) and shown
/// on the kernel's console. Never given secrets. May be called on any thread.
void log_line(std::string_view text);
/// Only with ipa-debug=1.
void log_detail(std::string_view text);
/// Whether details are kept, and whether lines go to the console, too.
void set_logging(bool details, bool console);
/// All that is kept.
std::string log_text();

}  // namespace ironbus::ramdisk
