#pragma once

#include "messages/ports/stored_items.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace ironbus::archive {

/// The form that this release writes; those before it are read as well.
inline constexpr uint32_t format = 1;

/// The first line.
struct beginning {
  uint32_t form = format;
};

/// The last line: how many are before it, and the SHA-256 of all their bytes.
struct ending {
  uint64_t lines = 0;
  std::string sha256;
};

/// One line of an archive: an object whose only member names what it is.
using line = std::variant<beginning, stored_aggregate, stored_epoch, stored_step_claim, ending>;

/// Without the line's end. Equal lines are equal as texts.
std::string encode_line(const line& x);
/// `invalid` if it is no line of ours.
result<line> decode_line(std::string_view text);

/// A text that JSON can hold: itself, or "base64:" and its bytes where it is not UTF-8 or begins
/// with that word.
std::string to_json_text(const std::string& bytes);
/// Unset: what follows "base64:" is no base64.
std::optional<std::string> from_json_text(std::string text);

}  // namespace ironbus::archive
