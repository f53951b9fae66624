#pragma once

#include "messages/ports/stored_items.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace ironbus::archive {

/// The format that this release writes. It also reads earlier formats.
inline constexpr uint32_t format = 1;

/// The first line.
struct beginning {
  uint32_t form = format;
};

/// The last line: the number of lines before it and the SHA-256 of all their bytes.
struct ending {
  uint64_t lines = 0;
  std::string sha256;
};

/// One line of an archive: an object with one member, whose name is the kind of the line.
using line = std::variant<beginning, stored_aggregate, stored_epoch, stored_step_claim, ending>;

/// Encodes a line without its line break. Equal lines have equal texts.
std::string encode_line(const line& x);
/// Decodes a line. `invalid` if it is not an archive line.
result<line> decode_line(std::string_view text);

/// Converts bytes to a JSON text: unchanged, or "base64:" and the encoded bytes if they are not
/// UTF-8 or start with "base64:".
std::string to_json_text(const std::string& bytes);
/// The inverse. Unset if the text after "base64:" is not base64.
std::optional<std::string> from_json_text(std::string text);

}  // namespace ironbus::archive
