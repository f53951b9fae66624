#include "ops/ironbusd/configuration/listener_rules.hpp"

#include <algorithm>

namespace ironbus::daemon {

namespace {

constexpr std::string_view certificate_way = "client_certificate";
constexpr mode_t others = 07;

/// Without a login, each client that reaches the listener controls all machines.
void check_open_access(const settings& settings, problems& out) {
  if (!settings.uses_way("noauth") || settings.noauth_on_network) return;
  if (!is_loopback(settings.listen))
    out.push_back({"", "api.auth_strategy",
                   "is 'noauth', so that every client that reaches " + to_string(settings.listen) +
                       " controls all machines; allowed: listen on 127.0.0.1, a way to sign in "
                       "such as http_basic, or api.noauth_on_network: true"});
  const auto& local = settings.api.unix_socket;
  const auto mode = http::parse_mode(local.mode);
  if (!local.path.empty() && mode && (*mode & others) != 0)
    out.push_back({"", "api.unix_socket_mode",
                   "'" + local.mode +
                       "' lets every user of this host control all machines without a login; "
                       "allowed: 0660 or stricter, a way to sign in such as http_basic, or "
                       "api.noauth_on_network: true"});
}

void check_unix_socket(const settings& settings, problems& out) {
  const auto& local = settings.api.unix_socket;
  if (!local.path.empty() && !local.path.starts_with('/'))
    out.push_back({"", "api.unix_socket",
                   "'" + local.path +
                       "' is not an absolute path; allowed: such as "
                       "/run/ironbus/api.sock"});
  if (!local.path.empty()) return;
  if (!local.group.empty())
    out.push_back({"", "api.unix_socket_group",
                   "is set while api.unix_socket is unset; allowed: both, or none of them"});
  if (trusts_unix_socket(settings))
    out.push_back({"", "api.trusted_proxies",
                   "names 'unix' while api.unix_socket is unset; allowed: both, or none of them"});
}

void check_proxies(const settings& settings, problems& out) {
  const auto& api = settings.api;
  const bool names_network =
      std::any_of(settings.trusted_proxies.begin(), settings.trusted_proxies.end(),
                  [](const auto& text) { return text != unix_socket_proxy; });
  if (api.enable_proxy_headers_parsing && settings.trusted_proxies.empty())
    out.push_back({"", "api.enable_proxy_headers_parsing",
                   "is true while api.trusted_proxies is empty, so that no header would count; "
                   "allowed: with the addresses of the proxies in api.trusted_proxies, or false"});
  if (api.server.proxy_protocol && !names_network)
    out.push_back({"", "api.proxy_protocol",
                   "is true while api.trusted_proxies names no network, so that every connection "
                   "would be refused; allowed: with the addresses of the proxies in "
                   "api.trusted_proxies, or false"});
}

/// The options that have no effect unless certificates are asked for.
void check_unused_authorities(const settings& settings, problems& out) {
  const auto& clients = settings.api.server.tls.clients;
  if (clients.wanted()) return;
  const auto refuse = [&](const char* name) {
    out.push_back({"", name,
                   "is set while api.client_certificates is off; allowed: with request or "
                   "require, or none"});
  };
  if (!clients.ca_file.empty()) refuse("api.client_ca_file");
  if (!clients.crl_file.empty()) refuse("api.client_crl_file");
}

void check_client_certificates(const settings& settings, problems& out) {
  const auto& api = settings.api;
  const auto& clients = api.server.tls.clients;
  if (!clients.wanted()) return;
  if (!api.server.tls.wanted())
    out.push_back({"", "api.client_certificates",
                   "needs TLS; allowed: with api.ssl_cert_file and api.ssl_key_file, or off"});
  if (clients.ca_file.empty())
    out.push_back({"", "api.client_ca_file",
                   "is unset while api.client_certificates is not off; allowed: the PEM file of "
                   "the authorities of clients"});
  if (clients.mode == http::client_certificates::require && api.enable_ramdisk_endpoints &&
      settings.ramdisk_listen.host.empty())
    out.push_back({"", "api.client_certificates",
                   "is 'require', but agents have no certificate and use the same listener; "
                   "allowed: with ramdisk_listen, or with api.enable_ramdisk_endpoints: false, or "
                   "request"});
}

void check_certificate_way(const settings& settings, problems& out) {
  const bool is_used = settings.uses_way(certificate_way);
  const bool has_file = !settings.api.client_certificates_file.empty();
  if (is_used && !settings.api.server.tls.clients.wanted())
    out.push_back({"", "api.auth_strategy",
                   "names 'client_certificate' while api.client_certificates is off; allowed: "
                   "with request or require"});
  if (is_used && !has_file)
    out.push_back({"", "api.client_certificates_file",
                   "is unset while api.auth_strategy names 'client_certificate'; allowed: the "
                   "file of their users"});
  if (has_file && !is_used)
    out.push_back({"", "api.client_certificates_file",
                   "is set while api.auth_strategy does not name 'client_certificate'; allowed: "
                   "both, or none of them"});
}

}  // namespace

void check_listeners(const settings& settings, problems& out) {
  if (!settings.has_role("gateway")) return;
  check_open_access(settings, out);
  check_unix_socket(settings, out);
  check_proxies(settings, out);
  check_unused_authorities(settings, out);
  check_client_certificates(settings, out);
  check_certificate_way(settings, out);
}

problems risky_listeners(const settings& settings) {
  const auto& ways = settings.api.auth_strategy;
  const bool sends_secrets = std::any_of(ways.begin(), ways.end(), [](const auto& way) {
    return way != "noauth" && way != certificate_way;
  });
  if (!settings.has_role("gateway") || !sends_secrets || settings.api.server.tls.wanted() ||
      is_loopback(settings.listen))
    return {};
  return {{"", "api.auth_strategy",
           "passwords and tokens cross the network in clear text, because " +
               to_string(settings.listen) +
               " has no TLS. Set api.ssl_cert_file, or let a TLS proxy on this host use 127.0.0.1 "
               "or api.unix_socket"}};
}

}  // namespace ironbus::daemon
