#include "messages/platform/url_login.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include <algorithm>
#include <optional>

namespace ironbus {

namespace {

namespace urls = boost::urls;

struct url_login {
  std::string user;
  std::optional<std::string> password;
};

url_login split_login(std::string_view text) {
  const auto colon = text.find(':');
  url_login out{std::string{text.substr(0, colon)}, std::nullopt};
  if (colon != std::string_view::npos) out.password = text.substr(colon + 1);
  return out;
}

/// Whether the text before a slash is a host with a port, or a host alone.
bool is_host_and_port(std::string_view text) {
  const auto colon = text.rfind(':');
  return colon == std::string_view::npos ||
         text.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
}

/// By text, because a password with an '@' or a slash makes a URL that parsers read otherwise.
std::optional<url_login> login_of(std::string_view url) {
  const auto slashes = url.find("//");
  if (slashes == std::string_view::npos) return std::nullopt;
  const auto rest = url.substr(slashes + 2);
  const auto authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const auto end = authority.rfind('@'); end != std::string_view::npos)
    return split_login(authority.substr(0, end));
  const auto end = rest.rfind('@');
  if (end == std::string_view::npos || is_host_and_port(authority)) return std::nullopt;
  return split_login(rest.substr(0, end));
}

std::string without_escapes(const std::string& text) { return percent_decode(text).value_or(text); }

std::string with_escapes(const std::string& text) {
  return urls::encode(without_escapes(text), urls::unreserved_chars);
}

std::string as_written(const std::string& text) { return text; }

}  // namespace

std::vector<std::string> login_texts_of(std::string_view url) {
  std::vector<std::string> out;
  const auto login = login_of(url);
  if (!login) return out;
  for (auto* form : {&as_written, &without_escapes, &with_escapes}) {
    out.push_back(form(login->user));
    if (!login->password) continue;
    const auto password = form(*login->password);
    out.back() += ":" + password;
    out.push_back(password);
  }
  std::sort(out.begin(), out.end(), [](const auto& one, const auto& other) {
    return one.size() != other.size() ? one.size() > other.size() : one < other;
  });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

std::string mask_login_of(std::string_view url, std::string text) {
  for (const auto& secret : login_texts_of(url))
    for (auto found = text.find(secret); found != std::string::npos;
         found = text.find(secret, found + masked_value.size()))
      text.replace(found, secret.size(), masked_value);
  return text;
}

}  // namespace ironbus
