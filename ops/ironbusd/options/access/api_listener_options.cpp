// The rows of the section `api` about listeners, client certificates and proxies.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option listener_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"api", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

option listener_file_row(std::string name, field where, std::string description, std::string unset,
                         std::string example) {
  auto out = listener_row(std::move(name), std::move(where), std::move(description));
  out.unset = std::move(unset);
  out.example = std::move(example);
  return out;
}

std::optional<std::string> check_mode(const std::string& text) {
  if (http::parse_mode(text)) return std::nullopt;
  return "allowed: an octal mode of three or four digits, such as 0660";
}

std::vector<option> client_certificate_rows() {
  return {
      listener_row(
          "client_certificates",
          named(
              [](auto& x) -> auto& { return x.api.server.tls.clients.mode; },
              http::client_certificates_names),
          "Whether the API asks clients for a certificate. `request`: a client may have none. "
          "`require`: a connection without one is refused; agents need ramdisk_listen then, which "
          "asks for none. A certificate that is not valid always ends the connection.",
          among(http::client_certificates_names)),
      listener_row("client_ca_file",
                   member_option([](auto& x) -> auto& { return x.api.server.tls.clients.ca_file; }),
                   "Certificates of the authorities of clients, PEM. Reloaded when it changes. "
                   "Empty: none."),
      listener_row(
          "client_crl_file",
          member_option([](auto& x) -> auto& { return x.api.server.tls.clients.crl_file; }),
          "Revocation lists, PEM: one of each authority. A list that is out of date refuses all "
          "clients of its authority. Reloaded when it changes. Empty: revocation is not checked."),
      listener_row(
          "client_certificates_file",
          member_option([](auto& x) -> auto& { return x.api.client_certificates_file; }),
          "YAML file of the users of client certificates, as `ann: {certificates: "
          "[\"subject:CN=ann,O=Example\"], roles: [admin], system: true}`. Reloaded when it "
          "changes. Empty: none."),
  };
}

std::vector<option> unix_socket_rows() {
  auto mode = listener_row("unix_socket_mode",
                           member_option([](auto& x) -> auto& { return x.api.unix_socket.mode; }),
                           "Octal permissions of the socket. A client needs to write to it.");
  mode.check = check_mode;
  return {
      listener_file_row("unix_socket",
                        member_option([](auto& x) -> auto& { return x.api.unix_socket.path; }),
                        "Path of a Unix socket at which the API listens as well, without TLS. The "
                        "file is replaced at the start and removed at the stop.",
                        "none", "/run/ironbus/api.sock"),
      std::move(mode),
      listener_file_row("unix_socket_group",
                        member_option([](auto& x) -> auto& { return x.api.unix_socket.group; }),
                        "Name of the group of the socket.", "the group of the process", "www-data"),
  };
}

std::vector<option> listener_rows() {
  return {
      listener_row("noauth_on_network",
                   member_option([](auto& x) -> auto& { return x.noauth_on_network; }),
                   "Allow auth_strategy `noauth` while `listen` is not a loopback address, or "
                   "every user of the host may use the Unix socket. All clients then control all "
                   "machines."),
      listener_row("proxy_protocol",
                   member_option([](auto& x) -> auto& { return x.api.server.proxy_protocol; }),
                   "Each connection to `listen` begins with a header of the PROXY protocol, "
                   "version 1 or 2. Only trusted_proxies may connect."),
      listener_row("hsts_max_age",
                   member_option([](auto& x) -> auto& { return x.api.hsts_max_age; }),
                   "How long browsers use HTTPS only for the host name of the API "
                   "(Strict-Transport-Security), on all its ports. Sent with TLS only. 0: not "
                   "sent.",
                   within(0s, 2 * 365 * 24h)),
      listener_row(
          "max_handshakes",
          member_option([](auto& x) -> auto& { return x.api.server.clients.handshakes_max; }),
          "Most TLS handshakes at once; further connections are closed. A handshake may take "
          "header_timeout.",
          within(1, 1'000'000)),
  };
}

}  // namespace

std::vector<option> api_listener_options() {
  auto out = client_certificate_rows();
  for (auto part : {unix_socket_rows, listener_rows}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
