#include "messages/secrets.hpp"

#include <cctype>

namespace ironbus {

namespace {

constexpr auto none = std::string::npos;

/// Masks what stands between `from` and `to`; gives the place behind.
size_t mask_between(std::string& x, size_t from, size_t to) {
  x.replace(from, to - from, masked_value);
  return from + masked_value.size();
}

/// scheme://user:password@host
void mask_urls(std::string& x) {
  for (size_t at = x.find("://"); at != none; at = x.find("://", at)) {
    at += 3;
    const auto end = std::min(x.find_first_of("/?# \t\r\n\"'<>", at), x.size());
    const auto sign = end > at ? x.rfind('@', end - 1) : none;
    if (sign == none || sign <= at) continue;
    const auto colon = x.find(':', at);
    mask_between(x, colon < sign ? colon + 1 : at, sign);
  }
}

bool in_key(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool is_quote(char c) { return c == '"' || c == '\''; }

/// The key that ends before the sign at `at`; ':' wants it quoted, or prose would be masked.
std::string_view key_before(std::string_view x, size_t at) {
  auto end = at;
  const bool quoted = end > 0 && is_quote(x[end - 1]);
  if (quoted) --end;
  if (x[at] == ':' && !quoted) return {};
  auto begin = end;
  while (begin > 0 && in_key(x[begin - 1])) --begin;
  return x.substr(begin, end - begin);
}

/// Where the value begins that the sign at `at` gives, and where it ends.
std::pair<size_t, size_t> value_after(std::string_view x, size_t at) {
  ++at;
  if (x[at - 1] == ':')
    while (at < x.size() && x[at] == ' ') ++at;
  if (at >= x.size()) return {at, at};
  if (!is_quote(x[at])) return {at, std::min(x.find_first_of(" \t\r\n&;,)]}\"'", at), x.size())};
  const char quote = x[at++];
  auto end = at;
  while (end < x.size() && x[end] != quote) end += x[end] == '\\' ? 2 : 1;
  return {at, std::min(end, x.size())};
}

/// key=value and "key": "value"
void mask_assignments(std::string& x) {
  for (size_t at = x.find_first_of("=:"); at != none; at = x.find_first_of("=:", at + 1)) {
    if (!is_secret_key(key_before(x, at))) continue;
    const auto [from, to] = value_after(x, at);
    if (from < to) at = mask_between(x, from, to) - 1;
  }
}

}  // namespace

std::string mask_text(std::string x) {
  if (x.find("://") != none) mask_urls(x);
  if (x.find_first_of("=\"'") != none) mask_assignments(x);
  return x;
}

}  // namespace ironbus
