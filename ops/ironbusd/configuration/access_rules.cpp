#include "ops/ironbusd/configuration/access_rules.hpp"

#include "gateways/http/access/cors.hpp"
#include "gateways/http/access/oidc/provider_metadata.hpp"
#include "gateways/http/access/served_hosts.hpp"
#include "ops/ironbusd/configuration/keystone_rules.hpp"

#include <algorithm>

namespace ironbus::daemon {

namespace {

void check_origins(const settings& settings, problems& out) {
  for (const auto& origin : settings.api.cors_allowed_origins)
    if (!http::is_origin(origin))
      out.push_back({"", "api.cors_allowed_origins",
                     "'" + origin +
                         "' is not a valid origin; allowed: http://HOST[:PORT] or "
                         "https://HOST[:PORT] in lower case and without a path, or *"});
}

void check_hosts(const settings& settings, problems& out) {
  for (const auto& host : settings.api.allowed_hosts)
    if (!http::is_allowed_host_entry(host))
      out.push_back({"", "api.allowed_hosts",
                     "'" + host +
                         "' is not a valid host; allowed: a host name without a port, such as "
                         "metal.example.org, or .example.org for all subdomains, or *"});
}

bool uses(const settings& settings, std::string_view way) {
  const auto& ways = settings.api.auth_strategy;
  return std::find(ways.begin(), ways.end(), way) != ways.end();
}

void check_strategy(const settings& settings, problems& out) {
  const auto& ways = settings.api.auth_strategy;
  if (ways.empty())
    out.push_back({"", "api.auth_strategy", "is empty; allowed: noauth, or ways to sign in"});
  if (uses(settings, "noauth") && ways.size() > 1)
    out.push_back({"", "api.auth_strategy",
                   "names 'noauth' together with ways to sign in; allowed: noauth alone, or none"});
}

/// Options that have an effect only with passwords.
void check_readers(const settings& settings, problems& out) {
  if (uses(settings, "http_basic")) return;
  const auto refuse = [&](const char* name) {
    out.push_back(
        {"", name, "is set without logins; allowed: api.auth_strategy: http_basic, or none"});
  };
  if (!settings.api.read_only_users.empty()) refuse("api.read_only_users");
  if (!settings.api.user_roles_file.empty()) refuse("api.user_roles_file");
}

/// The policy needs to know the roles of users. Passwords alone give none.
void check_policy_file(const settings& settings, problems& out) {
  const auto& ways = settings.api.auth_strategy;
  const bool has_roles = !settings.api.user_roles_file.empty() ||
                         std::any_of(ways.begin(), ways.end(), [](const auto& way) {
                           return way != "noauth" && way != "http_basic";
                         });
  if (!settings.api.policy_file.empty() && !has_roles)
    out.push_back({"", "api.policy_file",
                   "is set while users have no roles; allowed: with api.user_roles_file, or none"});
  if (!settings.api.read_only_users.empty() && !settings.api.user_roles_file.empty())
    out.push_back({"", "api.read_only_users",
                   "is set together with api.user_roles_file; allowed: one of them, where a "
                   "read-only user has the role reader"});
}

/// A mapping is required, because without one every account of the provider could do everything.
void check_oidc(const settings& settings, problems& out) {
  if (!uses(settings, "oidc")) return;
  const auto& oidc = settings.api.oidc;
  const std::pair<const char*, const std::string&> required[] = {
      {"oidc.issuer", oidc.issuer},
      {"oidc.audience", oidc.audience},
      {"oidc.mapping_file", oidc.mapping_file},
  };
  for (const auto& [name, value] : required)
    if (value.empty())
      out.push_back({"", name, "is empty; it is required by api.auth_strategy: oidc"});
  if (oidc.issuer.empty()) return;
  if (const auto good = http::check_issuer(oidc.issuer); !good)
    out.push_back(
        {"", "oidc.issuer",
         "'" + oidc.issuer.substr(0, 200) + "' is not a valid issuer: " + good.error().message});
}

}  // namespace

void check_access(const settings& settings, problems& out) {
  check_strategy(settings, out);
  check_origins(settings, out);
  check_hosts(settings, out);
  check_readers(settings, out);
  check_policy_file(settings, out);
  if (uses(settings, "keystone")) check_keystone(settings.api.keystone, out);
  check_oidc(settings, out);
}

}  // namespace ironbus::daemon
