#pragma once

#include <string_view>

namespace ironbus::http {

/// Whether bytes are UTF-8 (RFC 3629): no stray, missing or superfluous bytes, no surrogates.
bool is_utf8(std::string_view text);

}  // namespace ironbus::http
