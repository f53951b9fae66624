#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// HMAC-SHA-256 (RFC 2104, FIPS 180-4) of a text: 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view text);

}  // namespace ironbus
