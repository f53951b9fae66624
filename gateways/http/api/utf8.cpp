#include "gateways/http/api/utf8.hpp"

#include <array>
#include <cstdint>

namespace ironbus::http {

namespace {

/// A form of a character: its first byte, how many follow, and the least it may stand for.
struct utf8_form {
  uint8_t mask;
  uint8_t mark;
  size_t following;
  uint32_t least;
};

constexpr std::array forms{
    utf8_form{0x80, 0x00, 0, 0x0},
    utf8_form{0xE0, 0xC0, 1, 0x80},
    utf8_form{0xF0, 0xE0, 2, 0x800},
    utf8_form{0xF8, 0xF0, 3, 0x10000},
};

/// How many bytes the first character has; 0 if it is none.
size_t character_bytes(std::string_view text) {
  const auto first = static_cast<uint8_t>(text.front());
  for (const auto& form : forms) {
    if ((first & form.mask) != form.mark) continue;
    if (text.size() <= form.following) return 0;
    uint32_t code = first & static_cast<uint8_t>(~form.mask);
    for (size_t i = 1; i <= form.following; ++i) {
      const auto byte = static_cast<uint8_t>(text[i]);
      if ((byte & 0xC0U) != 0x80U) return 0;
      code = code << 6U | (byte & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < form.least || code > 0x10FFFF || surrogate ? 0 : form.following + 1;
  }
  return 0;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto bytes = character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace ironbus::http
