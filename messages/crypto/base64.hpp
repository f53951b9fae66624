#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// base64 with padding and without line breaks (RFC 4648, section 4).
std::string to_base64(std::string_view bytes);
/// What was written so; blanks and line breaks are passed over. Unset: it is none.
std::optional<std::string> from_base64(std::string_view text);

/// base64url without padding (RFC 4648, section 5), as JSON Web Signatures have it.
std::string to_base64url(std::string_view bytes);
/// Unset: it is none, or one with padding, blanks or bits that say nothing.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace ironbus
