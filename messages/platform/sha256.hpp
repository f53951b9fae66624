#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// SHA-256 (FIPS 180-4): 32 bytes.
std::string sha256(std::string_view bytes);
/// The same as 64 hexadecimal digits in lower case.
std::string sha256_hex(std::string_view bytes);

}  // namespace ironbus
