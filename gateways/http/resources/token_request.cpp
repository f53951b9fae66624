#include "gateways/http/resources/token_request.hpp"

#include "gateways/http/access/access_files.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/permission.hpp"
#include "messages/base/text.hpp"

namespace ironbus::http {

namespace {

tl::unexpected<failure> not_granted(const std::string& text) {
  return fail(error_code::forbidden, text);
}

json token_text_or_null(const std::string& text) { return text.empty() ? json{} : json(text); }

/// The roles of the body in lower case, with those that they imply.
result<std::vector<std::string>> roles_of_token(const json& body, const token_grant& grant) {
  rights::identity asked;
  const auto sent = body.value("roles", json::array());
  if (sent.size() > token_roles_max)
    return invalid("'roles' has " + std::to_string(sent.size()) + " names; allowed: at most " +
                   std::to_string(token_roles_max) + ".");
  for (const auto& role : sent) {
    auto name = lower(role.get_ref<const std::string&>());
    if (!rights::has_role(asked, name)) asked.roles.push_back(std::move(name));
  }
  if (asked.roles.empty()) asked.roles = grant.own.roles;
  if (asked.roles.empty()) return invalid("'roles' is missing; allowed: a list of role names.");
  add_implied_roles(asked);
  if (grant.anything) return asked.roles;
  for (const auto& role : asked.roles)
    if (!rights::has_role(grant.own, role))
      return not_granted(
          "You cannot give the role '" + role.substr(0, 64) +
          "' to a token, because you do not have it. Your roles: " + join(grant.own.roles) + ".");
  return asked.roles;
}

/// The scope of the body; without one, the creator's.
result<rights::identity> scope_of_token(const json& body, const token_grant& grant) {
  rights::identity out;
  out.is_system = body.value("system", json{}) == true;
  out.project_id = member_text(body, "project_id");
  out.project_name = member_text(body, "project_name");
  if (out.is_system && !out.project_id.empty())
    return invalid("'system' and 'project_id' cannot be given together.");
  const bool is_given = out.is_system || !out.project_id.empty();
  if (is_given && grant.anything) return out;
  const auto& own = grant.own;
  if (!is_given && !own.is_system && own.project_id.empty())
    return invalid("The scope is missing; allowed: 'system': true or a 'project_id'.");
  const bool is_own = out.is_system ? own.is_system : out.project_id == own.project_id;
  if (is_given && !is_own)
    return not_granted("You cannot create a token for another scope than yours: " +
                       (own.is_system ? "the system." : "the project '" + own.project_id + "'."));
  return own;  // With its project's name, which some rules compare.
}

result<timestamp> expiry_of_token(const json& body, timestamp now, timestamp last) {
  const auto text = member_text(body, "expires_at");
  const auto read = parse_timestamp(text);
  if (!read || *read <= now || *read > last)
    return invalid("Invalid value for 'expires_at': '" + text.substr(0, 40) +
                   "'; allowed: a time (RFC 3339) in the future, at most " + to_string(last) +
                   " (api.token_lifetime_max).");
  return *read;
}

}  // namespace

token_grant grant_of(const call& call) {
  return {!is_limited(call) || is_allowed(call, "baremetal:token:create_all"), call.who};
}

result<json> fields_of_new_token(const json& body, const token_grant& grant, timestamp now,
                                 timestamp last) {
  const auto roles = roles_of_token(body, grant);
  if (!roles) return tl::unexpected(roles.error());
  const auto scope = scope_of_token(body, grant);
  if (!scope) return tl::unexpected(scope.error());
  const auto expires = expiry_of_token(body, now, last);
  if (!expires) return tl::unexpected(expires.error());
  return json{{"name", body.at("name")},
              {"roles", *roles},
              {"system", scope->is_system},
              {"project_id", token_text_or_null(scope->is_system ? "" : scope->project_id)},
              {"project_name", token_text_or_null(scope->is_system ? "" : scope->project_name)},
              {"expires_at", *expires}};
}

}  // namespace ironbus::http
