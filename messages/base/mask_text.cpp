#include "messages/base/secrets.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ironbus {

namespace {

constexpr auto none = std::string::npos;

/// A text with parts of it masked, written from front to back: whoever wrote the text decides how
/// many parts there are, so each must cost no more than itself.
class masked_copy {
public:
  explicit masked_copy(std::string_view x) : x_{x} {}

  void mask(size_t from, size_t to) {
    out_.append(x_.substr(copied_, from - copied_)).append(masked_value);
    copied_ = to;
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
  for (size_t at = text.find("://"); at != none; at = text.find("://", at)) {
    at += 3;
    const auto end = std::min(text.find_first_of("/?# \t\r\n\"'<>", at), text.size());
    const auto authority = text.substr(at, end - at);
    const auto sign = authority.rfind('@');
    if (sign == none || sign == 0) continue;
    const auto colon = authority.find(':');
    out.mask(colon < sign ? at + colon + 1 : at, at + sign);
  }
  return std::move(out).take();
}

bool in_key(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool is_quote(char c) { return c == '"' || c == '\''; }

/// The key that ends before the sign at `at` and begins at `first` or behind it; ':' wants it
/// quoted, or prose would be masked.
std::string_view key_before(std::string_view text, size_t at, size_t first) {
  auto end = at;
  const bool quoted = end > first && is_quote(text[end - 1]);
  if (quoted) --end;
  if (text[at] == ':' && !quoted) return {};
  auto begin = end;
  while (begin > first && in_key(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

/// Where the value begins that the sign at `at` gives, and where it ends.
std::pair<size_t, size_t> value_after(std::string_view text, size_t at) {
  ++at;
  if (text[at - 1] == ':')
    while (at < text.size() && text[at] == ' ') ++at;
  if (at >= text.size()) return {at, at};
  if (!is_quote(text[at]))
    return {at, std::min(text.find_first_of(" \t\r\n&;,)]}\"'", at), text.size())};
  const char quote = text[at++];
  auto end = at;
  while (end < text.size() && text[end] != quote) end += text[end] == '\\' ? 2 : 1;
  return {at, std::min(end, text.size())};
}

/// key=value and "key": "value"
std::string mask_assignments(std::string_view text) {
  masked_copy out{text};
  for (size_t at = text.find_first_of("=:"); at != none; at = text.find_first_of("=:", at + 1)) {
    if (!is_secret_key(key_before(text, at, out.copied()))) continue;
    const auto [from, to] = value_after(text, at);
    if (from == to) continue;
    out.mask(from, to);
    at = to - 1;
  }
  return std::move(out).take();
}

}  // namespace

std::string mask_text(std::string x) {
  if (x.find("://") != none) x = mask_urls(x);
  if (x.find_first_of("=\"'") != none) x = mask_assignments(x);
  return x;
}

}  // namespace ironbus
