#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// With padding, on one line (RFC 4648, §4).
std::string to_base64(std::string_view text);

}  // namespace ironbus
