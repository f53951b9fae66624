#include "gateways/http/access/session/session.hpp"

#include "messages/base/json.hpp"

namespace ironbus::http {

namespace {

constexpr std::string_view secure_name = "__Host-ironbus";
constexpr std::string_view plain_name = "ironbus";

std::string_view cookie_name(bool is_secure) { return is_secure ? secure_name : plain_name; }

json session_identity(const rights::identity& who) {
  return {{"user_name", who.user_name},
          {"user_id", who.user_id},
          {"user_domain_id", who.user_domain_id},
          {"roles", who.roles},
          {"is_system", who.is_system},
          {"project_id", who.project_id},
          {"project_name", who.project_name},
          {"project_domain_id", who.project_domain_id},
          {"domain_id", who.domain_id}};
}

rights::identity identity_in(const json& stored) {
  rights::identity out;
  stored.at("user_name").get_to(out.user_name);
  stored.at("user_id").get_to(out.user_id);
  stored.at("user_domain_id").get_to(out.user_domain_id);
  stored.at("roles").get_to(out.roles);
  stored.at("is_system").get_to(out.is_system);
  stored.at("project_id").get_to(out.project_id);
  stored.at("project_name").get_to(out.project_name);
  stored.at("project_domain_id").get_to(out.project_domain_id);
  stored.at("domain_id").get_to(out.domain_id);
  return out;
}

page_session session_in(const json& stored) {
  page_session out;
  stored.at("id").get_to(out.id);
  stored.at("user").get_to(out.user);
  stored.at("method").get_to(out.method);
  stored.at("credential").get_to(out.credential);
  out.expires = std::chrono::sys_seconds{std::chrono::seconds{stored.at("expires").get<int64_t>()}};
  stored.at("is_secure").get_to(out.is_secure);
  if (const auto& who = stored.at("who"); !who.is_null()) out.who = identity_in(who);
  return out;
}

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The value of the first pair of that name in "a=1; b=2".
std::string_view value_in(std::string_view pairs, std::string_view name) {
  while (!pairs.empty()) {
    const auto pair = without_blanks(pairs.substr(0, pairs.find(';')));
    const auto equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name)
      return pair.substr(equals + 1);
    const auto next = pairs.find(';');
    pairs = next == std::string_view::npos ? std::string_view{} : pairs.substr(next + 1);
  }
  return {};
}

}  // namespace

std::string session_text(const page_session& one) {
  return to_text(json{{"id", one.id},
                      {"user", one.user},
                      {"method", one.method},
                      {"credential", one.credential},
                      {"expires", one.expires.time_since_epoch().count()},
                      {"is_secure", one.is_secure},
                      {"who", one.who ? session_identity(*one.who) : json{}}});
}

std::optional<page_session> read_session(std::string_view text) {
  const auto found = parse_own_json(text);
  if (!found) return std::nullopt;
  try {
    return session_in(*found);
  } catch (const json::exception&) {
    return std::nullopt;  // Sealed by another release.
  }
}

std::string_view session_cookie(const request& asked, bool is_secure) {
  for (const auto line : header_lines(asked.headers, "Cookie"))
    if (const auto value = value_in(line, cookie_name(is_secure)); !value.empty()) return value;
  return {};
}

std::string set_session_cookie(std::string_view value, bool is_secure, std::chrono::seconds age) {
  std::string out{cookie_name(is_secure)};
  out.append("=").append(value);
  out.append("; Path=/; HttpOnly; SameSite=Strict; Max-Age=").append(std::to_string(age.count()));
  if (is_secure) out.append("; Secure");
  return out;
}

}  // namespace ironbus::http
