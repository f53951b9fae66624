// The rows of the section `keystone_authtoken`. The names are those of Ironic.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

namespace {

using namespace std::chrono_literals;

option keystone_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"keystone_authtoken", std::move(name), std::move(where), std::move(description),
          std::move(allowed)};
}

/// An option that is unset by default.
option unset_row(std::string name, field where, std::string description, std::string unset,
                 std::string example) {
  auto out = keystone_row(std::move(name), std::move(where), std::move(description));
  out.unset = std::move(unset);
  out.example = std::move(example);
  return out;
}

std::vector<option> login_rows() {
  auto password =
      unset_row("password", member_option([](auto& x) -> auto& { return x.api.keystone.password; }),
                "Password of that user.", "none", "PASSWORD");
  password.secret = secrecy::whole;
  return {
      unset_row("www_authenticate_uri",
                member_option([](auto& x) -> auto& { return x.api.keystone.www_authenticate_uri; }),
                "Keystone's public URL. Clients without a valid token get it in the header "
                "WWW-Authenticate.",
                "auth_url", "https://keystone.example.org:5000"),
      unset_row("auth_url", member_option([](auto& x) -> auto& { return x.api.keystone.auth_url; }),
                "Keystone's URL, where this service logs in. Required for keystone.", "none",
                "https://keystone.example.org:5000"),
      keystone_row("username",
                   member_option([](auto& x) -> auto& { return x.api.keystone.username; }),
                   "User of this service in Keystone. It needs the role admin or service in its "
                   "project."),
      std::move(password),
      keystone_row("user_domain_name",
                   member_option([](auto& x) -> auto& { return x.api.keystone.user_domain_name; }),
                   "Name of the domain of that user."),
      keystone_row("project_name",
                   member_option([](auto& x) -> auto& { return x.api.keystone.project_name; }),
                   "Name of the project that this service logs in to."),
      keystone_row("project_domain_name", member_option([](auto& x) -> auto& {
                     return x.api.keystone.project_domain_name;
                   }),
                   "Name of the domain of that project."),
  };
}

std::vector<option> endpoint_rows() {
  return {
      unset_row("cafile", member_option([](auto& x) -> auto& { return x.api.keystone.cafile; }),
                "Certificate authorities that verify Keystone, PEM.", "the system's authorities",
                "/etc/ironbus/keystone-ca.crt"),
      unset_row("certfile", member_option([](auto& x) -> auto& { return x.api.keystone.certfile; }),
                "Client certificate with its chain, PEM, if Keystone requests one.", "none",
                "/etc/ironbus/keystone-client.crt"),
      unset_row("keyfile", member_option([](auto& x) -> auto& { return x.api.keystone.keyfile; }),
                "Private key of that certificate, PEM, not encrypted.", "none",
                "/etc/ironbus/keystone-client.key"),
      keystone_row("insecure",
                   member_option([](auto& x) -> auto& { return x.api.keystone.insecure; }),
                   "Do not verify Keystone's certificate. Anybody on the way can then read and "
                   "accept tokens."),
      unset_row("region_name",
                member_option([](auto& x) -> auto& { return x.api.keystone.region_name; }),
                "Region of Keystone's endpoint in its catalog.", "any region", "RegionOne"),
      keystone_row("interface",
                   member_option([](auto& x) -> auto& { return x.api.keystone.interface; }),
                   "Interface of Keystone's endpoint in its catalog, which validates tokens.",
                   one_of({"public", "internal", "admin"})),
  };
}

/// Ironic's value -1 means no caching, like 0.
field cache_time_field() {
  auto out = member_option([](auto& x) -> auto& { return x.api.keystone.token_cache_time; });
  out.read = [read = out.read](settings& chosen, const json& document, const limits& allowed) {
    return read(chosen, document == json("-1") ? json("0") : document, allowed);
  };
  return out;
}

std::vector<option> keystone_token_rows() {
  return {
      keystone_row("service_type",
                   member_option([](auto& x) -> auto& { return x.api.keystone.service_type; }),
                   "Type of this service in the access rules of application credentials. Empty: "
                   "credentials with access rules are refused."),
      keystone_row(
          "service_token_roles",
          member_option([](auto& x) -> auto& { return x.api.keystone.service_token_roles; }),
          "Roles that make the token in X-Service-Token valid: it needs one of them. With it, the "
          "user's token may have expired within Keystone's allow_expired_window."),
      keystone_row("service_token_roles_required", member_option([](auto& x) -> auto& {
                     return x.api.keystone.service_token_roles_required;
                   }),
                   "Refuse service tokens without such a role. If false, any token is accepted as "
                   "a service token."),
      keystone_row("token_cache_time", cache_time_field(),
                   "How long a valid token is cached. Within this time a revoked token is still "
                   "accepted. 0 or -1: each request asks Keystone.",
                   within(0s, 24h)),
      keystone_row("http_connect_timeout", member_option([](auto& x) -> auto& {
                     return x.api.keystone.http_connect_timeout;
                   }),
                   "How long to wait for a connection to Keystone.", within(100ms, 1min)),
      keystone_row("http_request_max_retries", member_option([](auto& x) -> auto& {
                     return x.api.keystone.http_request_max_retries;
                   }),
                   "How often a failed request to Keystone is repeated. Then the client gets 503.",
                   within(0, 10)),
  };
}

}  // namespace

std::vector<option> keystone_option_rows() {
  auto out = login_rows();
  for (auto part : {endpoint_rows, keystone_token_rows}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
