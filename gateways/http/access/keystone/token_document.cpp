#include "gateways/http/access/keystone/token_document.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr size_t token_roles_max = 1'000;

/// The member of that name; null if there is none.
const json& child(const json& object, std::string_view key) {
  static const json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found != object.end() ? *found : nothing;
}

tl::unexpected<failure> unusable(std::string_view what) {
  return fail(error_code::invalid, "the answer has no valid " + std::string{what});
}

result<json> read_token(std::string_view body) {
  auto document = parse_json(body, {.bytes = body.size()});
  if (!document) return unusable("JSON");
  const auto& token = child(*document, "token");
  if (!token.is_object()) return unusable("token");
  return token;
}

result<timestamp> read_expiry(const json& token) {
  auto out = parse_timestamp(member_text(token, "expires_at"));
  if (!out) return unusable("token.expires_at");
  return out;
}

bool read_roles(const json& list, std::vector<std::string>& out) {
  if (list.is_null()) return true;  // The token has no scope.
  if (!list.is_array() || list.size() > token_roles_max) return false;
  for (const auto& role : list) {
    out.push_back(lower(member_text(role, "name")));
    if (out.back().empty()) return false;
  }
  return true;
}

/// The scope of a token is at most one of system, project and domain.
bool read_scope(const json& token, rights::identity& out) {
  const auto& project = child(token, "project");
  const auto& domain = child(token, "domain");
  const auto& whole = child(child(token, "system"), "all");
  out.is_system = whole.is_boolean() && whole.get<bool>();
  out.project_id = member_text(project, "id");
  out.project_name = member_text(project, "name");
  out.project_domain_id = member_text(child(project, "domain"), "id");
  out.domain_id = member_text(domain, "id");
  const bool has_ids = (project.is_null() || !out.project_id.empty()) &&
                       (domain.is_null() || !out.domain_id.empty());
  const int scopes = static_cast<int>(out.is_system) + static_cast<int>(!out.project_id.empty()) +
                     static_cast<int>(!out.domain_id.empty());
  return has_ids && scopes <= 1;
}

bool read_access_rules(const json& credential, validated_token& out) {
  const auto& rules = child(credential, "access_rules");
  if (rules.is_null()) return true;
  if (!rules.is_array()) return false;
  out.access_rules.emplace();
  for (const auto& rule : rules)
    out.access_rules->push_back(
        {member_text(rule, "service"), member_text(rule, "method"), member_text(rule, "path")});
  return true;
}

bool is_wanted(const json& endpoint, const endpoint_choice& wanted) {
  if (member_text(endpoint, "interface") != wanted.interface) return false;
  return wanted.region.empty() || member_text(endpoint, "region_id") == wanted.region ||
         member_text(endpoint, "region") == wanted.region;
}

std::string find_identity_url(const json& catalog, const endpoint_choice& wanted) {
  for (const auto& service : catalog) {
    const auto& endpoints = child(service, "endpoints");
    if (member_text(service, "type") != "identity" || !endpoints.is_array()) continue;
    const auto found = std::find_if(endpoints.begin(), endpoints.end(),
                                    [&](const auto& x) { return is_wanted(x, wanted); });
    if (found != endpoints.end()) return member_text(*found, "url");
  }
  return {};
}

}  // namespace

result<validated_token> parse_validated_token(std::string_view body) {
  const auto token = read_token(body);
  if (!token) return tl::unexpected(token.error());
  const auto expires = read_expiry(*token);
  if (!expires) return tl::unexpected(expires.error());
  validated_token out{{}, *expires};
  const auto& user = child(*token, "user");
  out.who.user_id = member_text(user, "id");
  out.who.user_name = member_text(user, "name");
  out.who.user_domain_id = member_text(child(user, "domain"), "id");
  if (out.who.user_id.empty() || out.who.user_name.empty()) return unusable("token.user");
  if (!read_roles(child(*token, "roles"), out.who.roles)) return unusable("token.roles");
  if (!read_scope(*token, out.who)) return unusable("scope");
  if (!read_access_rules(child(*token, "application_credential"), out))
    return unusable("token.application_credential");
  return out;
}

result<issued_token> parse_issued_token(std::string_view body, const endpoint_choice& wanted) {
  const auto token = read_token(body);
  if (!token) return tl::unexpected(token.error());
  const auto expires = read_expiry(*token);
  if (!expires) return tl::unexpected(expires.error());
  const auto& catalog = child(*token, "catalog");
  issued_token out{*expires, catalog.is_array() ? find_identity_url(catalog, wanted) : ""};
  if (!out.identity_url.empty()) return out;
  return fail(error_code::invalid,
              "the catalog has no identity endpoint with interface '" + wanted.interface + "'" +
                  (wanted.region.empty() ? "" : " in region '" + wanted.region + "'"));
}

}  // namespace ironbus::http
