#include "messages/platform/url_login.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/parse.hpp>
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

std::optional<url_login> login_in_text(std::string_view text) {
  const auto end = text.rfind('@');
  if (end == std::string_view::npos) return std::nullopt;
  text = text.substr(0, end);
  if (const auto scheme = text.find("//"); scheme != std::string_view::npos)
    text.remove_prefix(scheme + 2);
  const auto colon = text.find(':');
  url_login out{std::string{text.substr(0, colon)}, std::nullopt};
  if (colon != std::string_view::npos) out.password = text.substr(colon + 1);
  return out;
}

std::optional<url_login> login_of(std::string_view text) {
  const auto parsed = urls::parse_uri_reference({text.data(), text.size()});
  if (!parsed) return login_in_text(text);
  if (!parsed->has_userinfo()) return std::nullopt;
  url_login out{std::string{parsed->encoded_user()}, std::nullopt};
  if (parsed->has_password()) out.password = std::string{parsed->encoded_password()};
  return out;
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
