// The rows of the section `api` that say who reaches the API, and how.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/options/tls_check.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option access_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"api", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

std::vector<option> users() {
  return {
      access_row(
          "auth_strategy", member_option([](auto& x) -> auto& { return x.api.auth_strategy; }),
          "Ways to sign in. The first one whose credentials a request carries decides. "
          "`noauth`, alone: any client that can reach the API may use it. `http_basic`: "
          "users log in by HTTP Basic, which is safe over TLS only. `token`: API tokens, see "
          "POST /v1/tokens. Name it before other ways that read X-Auth-Token or Bearer. "
          "`keystone`: users send tokens of OpenStack's Keystone, see the section "
          "keystone_authtoken. `oidc`: users send tokens of an OpenID provider, see the section "
          "oidc. `client_certificate`: users of client_certificates_file.",
          one_of({"noauth", "http_basic", "token", "keystone", "oidc", "client_certificate"})),
      access_row("http_basic_auth_user_file",
                 member_option([](auto& x) -> auto& { return x.api.http_basic_auth_user_file; }),
                 "File of users and their bcrypt password hashes, as `htpasswd -B` writes it. "
                 "Reloaded when it changes."),
      access_row("read_only_users",
                 member_option([](auto& x) -> auto& { return x.api.read_only_users; }),
                 "Names of http_basic users with read-only access: requests other than GET and "
                 "HEAD are answered 403. Empty: all users may change things."),
  };
}

std::vector<option> page_sign_ins() {
  return {
      access_row("session_time", member_option([](auto& x) -> auto& { return x.api.session_time; }),
                 "How long a session of the fleet page lasts; then its user must sign in again.",
                 within(1min, 720h)),
      access_row("failed_sign_ins_max",
                 member_option([](auto& x) -> auto& { return x.api.failed_sign_ins_max; }),
                 "Wrong passwords of one user without a delay, and five times as many of one "
                 "address. Further ones are answered 429; every 6 s one is forgotten. 0: no "
                 "limit.",
                 within(0, 1'000)),
  };
}

std::vector<option> policy() {
  return {
      access_row(
          "user_roles_file", member_option([](auto& x) -> auto& { return x.api.user_roles_file; }),
          "YAML file of the roles of http_basic users, as `ann: {roles: [admin], system: "
          "true}` or `bob: {roles: [member], project: ID}`. A user that it does not name may "
          "do nothing. Reloaded when it changes. Empty: every user may do everything."),
      access_row("policy_file", member_option([](auto& x) -> auto& { return x.api.policy_file; }),
                 "YAML file of policy rules that replace built-in ones, in the language of "
                 "oslo.policy. Reloaded when it changes. Empty: the built-in rules."),
      access_row("project_admin_can_manage_own_nodes", member_option([](auto& x) -> auto& {
                   return x.api.project_admin_can_manage_own_nodes;
                 }),
                 "Administrators of a project may enrol nodes for it and delete them."),
      access_row("rbac_service_role_elevated_access", member_option([](auto& x) -> auto& {
                   return x.api.rbac_service_role_elevated_access;
                 }),
                 "The role `service` in the project rbac_service_project_name may do what a member "
                 "of the system may."),
      access_row("rbac_service_project_name",
                 member_option([](auto& x) -> auto& { return x.api.rbac_service_project_name; }),
                 "Name of the project of services, see rbac_service_role_elevated_access."),
      access_row(
          "audit", member_option([](auto& x) -> auto& { return x.api.audit; }),
          "What the log records in lines named `audit`. `refusals`: refused requests. `all`: "
          "these and all changes.",
          one_of({"off", "refusals", "all"})),
  };
}

option file_row(std::string name, field where, std::string description, std::string unset,
                std::string example) {
  auto out = access_row(std::move(name), std::move(where), std::move(description));
  out.unset = std::move(unset);
  out.example = std::move(example);
  return out;
}

std::vector<option> encryption() {
  auto ciphers =
      access_row("tls_ciphers",
                 member_option([](auto& x) -> auto& { return x.api.server.tls.limits.ciphers; }),
                 "OpenSSL's cipher list of the API up to TLS 1.2. Empty: OpenSSL's default.");
  ciphers.check = check_tls_ciphers;
  return {
      file_row("ssl_cert_file",
               member_option([](auto& x) -> auto& { return x.api.server.tls.certificate; }),
               "Certificate of the API with its chain, PEM. The API and ramdisk_listen then accept "
               "only TLS. Reloaded when it changes.",
               "no TLS", "/etc/ironbus/tls.crt"),
      file_row("ssl_key_file", member_option([](auto& x) -> auto& { return x.api.server.tls.key; }),
               "Private key of the certificate, PEM, not encrypted. Reloaded when it changes.",
               "no TLS", "/etc/ironbus/tls.key"),
      access_row(
          "tls_minimum_version",
          member_option([](auto& x) -> auto& { return x.api.server.tls.limits.minimum_version; }),
          "Lowest TLS version that the API and ramdisk_listen accept. Agents on an old ramdisk may "
          "need 1.2.",
          one_of({"1.2", "1.3"})),
      std::move(ciphers),
  };
}

std::vector<option> web() {
  auto origins = access_row(
      "cors_allowed_origins",
      member_option([](auto& x) -> auto& { return x.api.cors_allowed_origins; }),
      "Origins whose web pages may use the API, such as https://ui.example.org; \"*\" for all. "
      "Empty: none.");
  auto hosts = access_row(
      "allowed_hosts", member_option([](auto& x) -> auto& { return x.api.allowed_hosts; }),
      "Host names that clients may call the API by, such as metal.example.org, or .example.org "
      "for all subdomains; \"*\" for all. Other requests get 421. IP addresses, localhost, the "
      "host's own names and the hosts of public_endpoint, agent.service_url and the listen "
      "addresses are always allowed.");
  auto proxies = access_row(
      "trusted_proxies", member_option([](auto& x) -> auto& { return x.trusted_proxies; }),
      "Networks of trusted proxies, such as 192.0.2.0/24; `unix` for the clients of unix_socket. "
      "They have no limit on connections. The client is the last address in X-Forwarded-For, or "
      "else in Forwarded, that is not of a trusted proxy. Empty: none.");
  return {
      std::move(origins),
      std::move(hosts),
      std::move(proxies),
      access_row("enable_proxy_headers_parsing",
                 member_option([](auto& x) -> auto& { return x.api.enable_proxy_headers_parsing; }),
                 "Build links from X-Forwarded-Proto, -Host and -Prefix, or else from Forwarded, "
                 "unless public_endpoint is set. Only headers of trusted_proxies count. A proxy "
                 "must set or remove them, because its clients can send them."),
  };
}

}  // namespace

std::vector<option> api_access_options() {
  auto out = users();
  for (auto part : {page_sign_ins, policy, encryption, web}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
