#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 6> true_words{"true", "1", "yes", "on", "t", "y"};
constexpr std::array<std::string_view, 6> false_words{"false", "0", "no", "off", "f", "n"};

/// The byte that two hexadecimal digits stand for.
std::optional<char> escaped_byte(std::string_view digits) {
  unsigned value = 0;
  const auto* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, 16);
  if (digits.size() != 2 || error != std::errc{} || end != last) return std::nullopt;
  return static_cast<char>(value);
}

}  // namespace

std::string lower(std::string_view text) {
  std::string out{text};
  for (auto& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string_view trim(std::string_view x, std::string_view blanks) {
  const auto first = x.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return x.substr(first, x.find_last_not_of(blanks) - first + 1);
}

std::optional<std::string> percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      out += text[at];
      continue;
    }
    const auto byte = escaped_byte(text.substr(at + 1, 2));
    if (!byte) return std::nullopt;
    out += *byte;
    at += 2;
  }
  return out;
}

std::optional<bool> boolean_word(std::string_view text) {
  const auto word = lower(text);
  const auto is_in = [&](const auto& all) {
    return std::find(all.begin(), all.end(), word) != all.end();
  };
  if (is_in(true_words)) return true;
  if (is_in(false_words)) return false;
  return std::nullopt;
}

std::string member_text(const json& object, std::string_view key) {
  if (!object.is_object()) return {};
  const auto member = object.find(key);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

}  // namespace ironbus
