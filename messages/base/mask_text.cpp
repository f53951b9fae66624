#include "messages/base/secrets.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ironbus {

namespace {

constexpr auto none = std::string::npos;

/// Writes a copy of a text with masked parts, front to back. The author of the text controls the
/// number of parts, so each part must cost only its own length.
class masked_copy {
public:
  explicit masked_copy(std::string_view x) : x_{x} {}

  void mask(size_t begin, size_t end) {
    out_.append(x_.substr(copied_, begin - copied_)).append(masked_value);
    copied_ = end;
  }
  /// Where the last masked part ended.
  size_t copied() const { return copied_; }
  std::string take() && { return std::move(out_.append(x_.substr(copied_))); }

private:
  std::string_view x_;
  std::string out_;
  size_t copied_ = 0;
};

/// scheme://user:password@host
std::string mask_urls(std::string_view text) {
  masked_copy out{text};
  for (size_t offset = text.find("://"); offset != none; offset = text.find("://", offset)) {
    offset += 3;
    const auto end = std::min(text.find_first_of("/?# \t\r\n\"'<>", offset), text.size());
    const auto authority = text.substr(offset, end - offset);
    const auto sign = authority.rfind('@');
    if (sign == none || sign == 0) continue;
    const auto colon = authority.find(':');
    out.mask(colon < sign ? offset + colon + 1 : offset, offset + sign);
  }
  return std::move(out).take();
}

bool in_key(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool is_quote(char c) { return c == '"' || c == '\''; }

/// The key that ends before the sign at `offset` and begins at or after `first`. ':' requires
/// quotes, otherwise prose would be masked.
std::string_view key_before(std::string_view text, size_t offset, size_t first) {
  auto end = offset;
  const bool quoted = end > first && is_quote(text[end - 1]);
  if (quoted) --end;
  if (text[offset] == ':' && !quoted) return {};
  auto begin = end;
  while (begin > first && in_key(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

/// Begin and end of the value that follows the sign at `offset`.
std::pair<size_t, size_t> value_after(std::string_view text, size_t offset) {
  ++offset;
  if (text[offset - 1] == ':')
    while (offset < text.size() && text[offset] == ' ') ++offset;
  if (offset >= text.size()) return {offset, offset};
  if (!is_quote(text[offset]))
    return {offset, std::min(text.find_first_of(" \t\r\n&;,)]}\"'", offset), text.size())};
  const char quote = text[offset++];
  auto end = offset;
  while (end < text.size() && text[end] != quote) end += text[end] == '\\' ? 2 : 1;
  return {offset, std::min(end, text.size())};
}

/// key=value and "key": "value"
std::string mask_assignments(std::string_view text) {
  masked_copy out{text};
  for (size_t offset = text.find_first_of("=:"); offset != none;
       offset = text.find_first_of("=:", offset + 1)) {
    if (!is_secret_key(key_before(text, offset, out.copied()))) continue;
    const auto [source, target] = value_after(text, offset);
    if (source == target) continue;
    out.mask(source, target);
    offset = target - 1;
  }
  return std::move(out).take();
}

}  // namespace

std::string mask_text(std::string text) {
  if (text.find("://") != none) text = mask_urls(text);
  if (text.find_first_of("=\"'") != none) text = mask_assignments(text);
  return text;
}

}  // namespace ironbus
