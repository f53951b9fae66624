#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// base64 with padding and without line breaks (RFC 4648, section 4).
std::string to_base64(std::string_view bytes);
/// Decodes that form; ignores blanks and line breaks. Unset: it is invalid.
std::optional<std::string> from_base64(std::string_view text);

/// base64url without padding (RFC 4648, section 5), as JSON Web Signatures use it.
std::string to_base64url(std::string_view bytes);
/// Unset: it is invalid, or it has padding, blanks or leftover bits.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace ironbus
