#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// The end of what a serial console has shown, as a person may read it: at most 10 lines that are
/// not empty and 1 KiB, of printable ASCII, without secrets (mask_text). What terminals are told by
/// escape sequences is left out. The text may be anything.
std::string last_console_lines(std::string_view text);

}  // namespace ironbus
