#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// With padding, on one line (RFC 4648, §4).
std::string to_base64(std::string_view text);
/// What was written so; blanks and line breaks are passed over. Unset: it is none.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace ironbus
