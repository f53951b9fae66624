#include "gateways/http/access/credentials.hpp"

#include "messages/crypto/base64.hpp"

namespace ironbus::http {

namespace {

constexpr std::string_view scheme = "basic ";

bool begins_with_scheme(std::string_view text) {
  if (text.size() < scheme.size()) return false;
  for (size_t i = 0; i < scheme.size(); ++i)
    if ((text[i] | 0x20) != scheme[i]) return false;
  return true;
}

bool is_base64_credential(std::string_view text) {
  const auto padding = text.find('=');
  if (padding != std::string_view::npos && text.substr(padding) != "=" &&
      text.substr(padding) != "==")
    return false;
  for (const char c : text.substr(0, padding))
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
          c == '/'))
      return false;
  return !text.empty() && text.size() % 4 == 0;
}

}  // namespace

std::optional<credentials> read_basic(std::string_view header) {
  if (!begins_with_scheme(header)) return std::nullopt;
  header.remove_prefix(scheme.size());
  while (header.starts_with(' ')) header.remove_prefix(1);
  while (header.ends_with(' ')) header.remove_suffix(1);
  if (!is_base64_credential(header)) return std::nullopt;
  const auto text = from_base64(header).value_or("");
  const auto colon = text.find(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  return credentials{text.substr(0, colon), text.substr(colon + 1)};
}

}  // namespace ironbus::http
