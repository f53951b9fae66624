#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// The end of a serial console's output in readable form: at most 10 non-empty lines and 1 KiB,
/// printable ASCII, without secrets (mask_text) and escape sequences. The input may be any text.
std::string last_console_lines(std::string_view text);

}  // namespace ironbus
