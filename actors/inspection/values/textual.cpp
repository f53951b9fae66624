#include "actors/inspection/values/textual.hpp"

#include "messages/base/text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace ironbus::inspection {

namespace {

std::string escape_of(unsigned char character) {
  switch (character) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\\': return "\\\\";
    default: break;
  }
  std::array<char, 5> out{};
  std::snprintf(out.data(), out.size(), "\\x%02x", character);
  return out.data();
}

/// Single quotes, unless the text contains single and no double ones.
std::string in_quotes(const std::string& text) {
  const bool doubled = text.find('\'') != std::string::npos && text.find('"') == std::string::npos;
  const char quote = doubled ? '"' : '\'';
  std::string out{quote};
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote)
      out += std::string{"\\"} + c;
    else if (byte < 0x20 || byte == 0x7f || c == '\\')
      out += escape_of(byte);
    else
      out += c;
  }
  return out + quote;
}

/// The shortest digits that read back as the same number; with an exponent in the same cases as
/// Python.
std::string of_real(double number) {
  if (!std::isfinite(number)) return std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf";
  const auto size = std::fabs(number);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e16);
  std::array<char, 64> digits{};
  const auto form = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, form).ptr;
  std::string out{digits.data(), end};
  if (plain && out.find('.') == std::string::npos) out += ".0";
  return out;
}

std::string of_list(const json& x) {
  return "[" + join(x, [](const auto& item) { return quoted(item); }) + "]";
}

std::string of_object(const json& document) {
  std::string out;
  for (const auto& [key, value] : document.items())
    append_item(out, in_quotes(key) + ": " + quoted(value));
  return "{" + out + "}";
}

}  // namespace

std::string textual(const json& x) {
  return x.is_string() ? x.get_ref<const std::string&>() : quoted(x);
}

std::string quoted(const json& value) {
  switch (value.type()) {
    case json::value_t::string: return in_quotes(value.get_ref<const std::string&>());
    case json::value_t::boolean: return value.get<bool>() ? "True" : "False";
    case json::value_t::number_integer: return std::to_string(value.get<int64_t>());
    case json::value_t::number_unsigned: return std::to_string(value.get<uint64_t>());
    case json::value_t::number_float: return of_real(value.get<double>());
    case json::value_t::array: return of_list(value);
    case json::value_t::object: return of_object(value);
    default: return "None";
  }
}

}  // namespace ironbus::inspection
