#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// The SHA-256 of a text, in 64 small hexadecimal digits.
std::string sha256_text(std::string_view text);

}  // namespace ironbus
