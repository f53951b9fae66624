#include "messages/base/json_writer.hpp"

#include <simdjson.h>

#include <array>

namespace ironbus {

namespace {

/// The character after the backslash for a byte that is escaped: a letter, or 'u' for \u00XX. 0:
/// the byte is not escaped.
constexpr std::array<char, 256> escapes = [] {
  std::array<char, 256> out{};
  for (size_t control = 0; control < 0x20; ++control) out[control] = 'u';
  out['"'] = '"';
  out['\\'] = '\\';
  out['\b'] = 'b';
  out['\f'] = 'f';
  out['\n'] = 'n';
  out['\r'] = 'r';
  out['\t'] = 't';
  return out;
}();

char escape_of(char c) { return escapes[static_cast<unsigned char>(c)]; }

/// Appends a text with many escapes, such as a document in a document. Works in pieces, because
/// appending single bytes would dominate the time.
void append_escaped(std::string& out, std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::array<char, 512> piece;
  size_t size = 0;
  for (const char c : text) {
    const char escape = escape_of(c);
    if (escape == 0) {
      piece[size++] = c;
    } else {
      piece[size++] = '\\';
      piece[size++] = escape;
    }
    if (escape == 'u')
      for (const char digit :
           {'0', '0', digits[static_cast<size_t>(c >> 4)], digits[static_cast<size_t>(c & 15)]})
        piece[size++] = digit;
    if (size + 6 <= piece.size()) continue;
    out.append(piece.data(), size);
    size = 0;
  }
  out.append(piece.data(), size);
}

void write_object(std::string& out, const json::object_t& object) {
  out += '{';
  bool is_first = true;
  for (const auto& [key, value] : object) {
    if (!std::exchange(is_first, false)) out += ',';
    write_json(out, std::string_view{key});
    out += ':';
    write_document(out, value);
  }
  out += '}';
}

}  // namespace

void write_json(std::string& out, std::string_view text) {
  out += '"';
  size_t plain = 0;
  while (plain < text.size() && escape_of(text[plain]) == 0) ++plain;
  out += text.substr(0, plain);
  if (plain < text.size()) append_escaped(out, text.substr(plain));
  out += '"';
}

void write_json(std::string& out, timestamp time) {
  out += '"';
  append_time(out, time);
  out += '"';
}

void write_document(std::string& out, const json& document) {
  using kind = json::value_t;
  switch (document.type()) {
    case kind::object: return write_object(out, document.get_ref<const json::object_t&>());
    case kind::array: return write_json(out, document.get_ref<const json::array_t&>());
    case kind::string:
      return write_json(out, std::string_view{document.get_ref<const std::string&>()});
    case kind::boolean: return write_json(out, document.get<bool>());
    case kind::number_integer: return write_json(out, document.get<int64_t>());
    case kind::number_unsigned: return write_json(out, document.get<uint64_t>());
    default: out += document.dump();  // the library formats fractions
  }
}

std::string to_text(const json& document) {
  std::string out;
  write_document(out, document);
  make_utf8(out);
  return out;
}

void make_utf8(std::string& text) {
  if (simdjson::validate_utf8(text)) return;
  // Uses the library's rules for U+FFFD, at the cost of writing and reading the text.
  const auto mended = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  text = json::parse(mended).get<std::string>();
}

}  // namespace ironbus
