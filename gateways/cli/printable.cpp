#include "gateways/cli/printable.hpp"

#include <array>
#include <cstdint>

namespace ironbus::cli {

namespace {

struct decoded {
  char32_t letter = 0;
  size_t bytes = 0;  ///< 0: invalid UTF-8.
};

struct length_row {
  uint8_t mask, lead;
  size_t bytes;
  char32_t least;  ///< Smaller values have a shorter form, so this one is invalid.
};

constexpr std::array lengths{length_row{0x80, 0x00, 1, 0}, length_row{0xE0, 0xC0, 2, 0x80},
                             length_row{0xF0, 0xE0, 3, 0x800}, length_row{0xF8, 0xF0, 4, 0x1'0000}};

bool is_surrogate(char32_t letter) { return letter >= 0xD800 && letter <= 0xDFFF; }

decoded decode_first(std::string_view text) {
  const auto first = static_cast<uint8_t>(text.front());
  for (const auto& row : lengths) {
    if ((first & row.mask) != row.lead || text.size() < row.bytes) continue;
    char32_t letter = first & static_cast<uint8_t>(~row.mask);
    for (size_t i = 1; i < row.bytes; ++i) {
      const auto next = static_cast<uint8_t>(text[i]);
      if ((next & 0xC0) != 0x80) return {};
      letter = (letter << 6) | (next & 0x3FU);
    }
    if (letter < row.least || letter > 0x10'FFFF || is_surrogate(letter)) return {};
    return {letter, row.bytes};
  }
  return {};
}

bool is_control(char32_t letter) { return letter < 0x20 || (letter >= 0x7F && letter < 0xA0); }

struct letter_range {
  char32_t first, last;
};

/// Zero-width and direction characters, line and paragraph separators, and the byte order mark.
constexpr std::array unseen{letter_range{0x200B, 0x200F}, letter_range{0x2028, 0x202E},
                            letter_range{0x2060, 0x206F}, letter_range{0xFEFF, 0xFEFF},
                            letter_range{0x061C, 0x061C}};

bool is_unseen(char32_t letter) {
  for (const auto& range : unseen)
    if (letter >= range.first && letter <= range.last) return true;
  return false;
}

/// Copies a text; `replace` appends the replacement of an unsafe character.
template <class Replace>
std::string copy_printable(std::string_view text, Replace replace) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto [letter, bytes] = decode_first(text);
    if (bytes == 0)
      out += '?';
    else if (is_control(letter) || is_unseen(letter))
      replace(out, letter);
    else
      out += text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  return copy_printable(text, [](std::string& out, char32_t letter) {
    if (is_control(letter)) out += ' ';
  });
}

std::string printable_json_line(std::string_view text) {
  return copy_printable(text, [](std::string& out, char32_t letter) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out += digits[(letter >> shift) & 0xFU];
  });
}

json printable_json(json document) {
  if (document.is_string()) return printable(document.get_ref<const std::string&>());
  if (document.is_array())
    for (auto& item : document) item = printable_json(std::move(item));
  if (!document.is_object()) return document;
  json out = json::object();
  for (auto& [key, value] : document.items()) out[printable(key)] = printable_json(value);
  return out;
}

std::string ascii_json(const json& document, int indent) {
  return document.dump(indent, ' ', true, json::error_handler_t::replace);
}

}  // namespace ironbus::cli
