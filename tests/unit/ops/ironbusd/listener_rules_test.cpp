#include "ops/ironbusd/configuration/listener_rules.hpp"

#include "complaints.hpp"

#include <boost/test/unit_test.hpp>

// How users reach the API.

namespace {

using namespace ironbus::daemon;
using ironbus::test::complaints;

/// The rules alone, without the files that the options name.
std::string broken(const settings& given) {
  problems all;
  check_listeners(given, all);
  std::string out;
  for (const auto& x : all) out += x.key + ": " + x.sentence + "\n";
  return out;
}

settings at(const std::string& host) {
  settings out;
  out.listen.host = host;
  return out;
}

settings with_certificates(ironbus::http::client_certificates mode) {
  settings out;
  out.api.server.tls.certificate = "/a.crt";
  out.api.server.tls.key = "/a.key";
  out.api.server.tls.clients.mode = mode;
  out.api.server.tls.clients.ca_file = "/ca.crt";
  return out;
}

BOOST_AUTO_TEST_SUITE(listener_rules)

BOOST_AUTO_TEST_CASE(loopback_is_an_address_of_this_host_only) {
  for (const auto* host : {"127.0.0.1", "127.3.2.1", "::1", "localhost"})
    BOOST_TEST(is_loopback({host, 1}), host);
  for (const auto* host : {"0.0.0.0", "::", "10.0.0.5", "127.example.org", "host", ""})
    BOOST_TEST(!is_loopback({host, 1}), host);
}

BOOST_AUTO_TEST_CASE(noauth_on_a_network_needs_an_option) {
  BOOST_TEST(broken(at("127.0.0.1")) == "");
  const std::string expected =
      "api.auth_strategy: is 'noauth', so that every client that reaches 0.0.0.0:6385 controls "
      "all machines; allowed: listen on 127.0.0.1, a way to sign in such as http_basic, or "
      "api.noauth_on_network: true\n";
  BOOST_TEST(broken(at("0.0.0.0")) == expected);
  BOOST_TEST(complaints({{"IRONBUS_LISTEN", "0.0.0.0:6385"}}) == expected);
  BOOST_TEST(complaints({{"IRONBUS_LISTEN", "0.0.0.0:6385"},
                         {"IRONBUS_API_NOAUTH_ON_NETWORK", "true"}}) == "");
  auto with_login = at("0.0.0.0");
  with_login.api.auth_strategy = {"http_basic"};
  BOOST_TEST(broken(with_login) == "");
  auto without_gateway = at("0.0.0.0");
  without_gateway.roles = {"conductor"};
  BOOST_TEST(broken(without_gateway) == "");
  auto machines = at("127.0.0.1");  // Machines do not log in.
  machines.ramdisk_listen.host = "192.0.2.1";
  BOOST_TEST(broken(machines) == "");
}

BOOST_AUTO_TEST_CASE(noauth_on_a_unix_socket_for_all_users_needs_the_option) {
  settings given;
  given.api.unix_socket.path = "/run/ironbus/api.sock";
  BOOST_TEST(broken(given) == "");
  given.api.unix_socket.mode = "0666";
  BOOST_TEST(broken(given).starts_with(
      "api.unix_socket_mode: '0666' lets every user of this host control all machines without a "
      "login; allowed: 0660 or stricter"));
  given.noauth_on_network = true;
  BOOST_TEST(broken(given) == "");
}

BOOST_AUTO_TEST_CASE(a_unix_socket_has_an_absolute_path) {
  settings given;
  given.api.unix_socket.path = "api.sock";
  BOOST_TEST(broken(given) ==
             "api.unix_socket: 'api.sock' is not an absolute path; allowed: such as "
             "/run/ironbus/api.sock\n");
  given.api.unix_socket.path.clear();
  given.api.unix_socket.group = "www-data";
  given.trusted_proxies = {"unix"};
  BOOST_TEST(broken(given) ==
             "api.unix_socket_group: is set while api.unix_socket is unset; allowed: both, or "
             "none of them\n"
             "api.trusted_proxies: names 'unix' while api.unix_socket is unset; allowed: both, or "
             "none of them\n");
  BOOST_TEST(complaints({{"IRONBUS_API_UNIX_SOCKET_MODE", "rw-"}}) ==
             "api.unix_socket_mode: 'rw-' is not allowed; allowed: an octal mode of three or four "
             "digits, such as 0660\n");
  BOOST_TEST(complaints({{"IRONBUS_API_TRUSTED_PROXIES", "unix,192.0.2.0/24"},
                         {"IRONBUS_API_UNIX_SOCKET", "/run/a.sock"}}) == "");
}

BOOST_AUTO_TEST_CASE(headers_of_proxies_need_trusted_proxies) {
  settings given;
  given.api.enable_proxy_headers_parsing = true;
  given.api.server.proxy_protocol = true;
  BOOST_TEST(broken(given) ==
             "api.enable_proxy_headers_parsing: is true while api.trusted_proxies is empty, so "
             "that no header would count; allowed: with the addresses of the proxies in "
             "api.trusted_proxies, or false\n"
             "api.proxy_protocol: is true while api.trusted_proxies names no network, so that "
             "every connection would be refused; allowed: with the addresses of the proxies in "
             "api.trusted_proxies, or false\n");
  given.trusted_proxies = {"192.0.2.0/24"};
  BOOST_TEST(broken(given) == "");
}

BOOST_AUTO_TEST_CASE(required_certificates_need_a_listener_for_agents) {
  using mode = ironbus::http::client_certificates;
  BOOST_TEST(broken(with_certificates(mode::request)) == "");
  auto given = with_certificates(mode::require);
  BOOST_TEST(broken(given) ==
             "api.client_certificates: is 'require', but agents have no certificate and use the "
             "same listener; allowed: with ramdisk_listen, or with "
             "api.enable_ramdisk_endpoints: false, or request\n");
  given.ramdisk_listen.host = "192.0.2.1";
  BOOST_TEST(broken(given) == "");
  given.ramdisk_listen.host.clear();
  given.api.enable_ramdisk_endpoints = false;
  BOOST_TEST(broken(given) == "");
}

BOOST_AUTO_TEST_CASE(client_certificates_need_tls_and_authorities) {
  using mode = ironbus::http::client_certificates;
  auto given = with_certificates(mode::request);
  given.api.server.tls = {};
  given.api.server.tls.clients.mode = mode::request;
  BOOST_TEST(broken(given) ==
             "api.client_certificates: needs TLS; allowed: with api.ssl_cert_file and "
             "api.ssl_key_file, or off\n"
             "api.client_ca_file: is unset while api.client_certificates is not off; allowed: the "
             "PEM file of the authorities of clients\n");
  auto unused = with_certificates(mode::off);
  unused.api.server.tls.clients.crl_file = "/a.crl";
  BOOST_TEST(broken(unused) ==
             "api.client_ca_file: is set while api.client_certificates is off; allowed: with "
             "request or require, or none\n"
             "api.client_crl_file: is set while api.client_certificates is off; allowed: with "
             "request or require, or none\n");
}

BOOST_AUTO_TEST_CASE(the_way_client_certificate_needs_certificates_and_users) {
  settings given;
  given.api.auth_strategy = {"client_certificate"};
  BOOST_TEST(broken(given) ==
             "api.auth_strategy: names 'client_certificate' while api.client_certificates is off; "
             "allowed: with request or require\n"
             "api.client_certificates_file: is unset while api.auth_strategy names "
             "'client_certificate'; allowed: the file of their users\n");
  given.api.auth_strategy = {"http_basic"};
  given.api.client_certificates_file = "/users.yaml";
  BOOST_TEST(broken(given) ==
             "api.client_certificates_file: is set while api.auth_strategy does not name "
             "'client_certificate'; allowed: both, or none of them\n");
}

BOOST_AUTO_TEST_CASE(passwords_without_tls_on_a_network_are_a_warning) {
  auto given = at("10.0.0.5");
  given.api.auth_strategy = {"http_basic"};
  const auto found = risky_listeners(given);
  BOOST_REQUIRE(found.size() == 1U);
  BOOST_TEST(found[0].sentence.starts_with(
      "passwords and tokens cross the network in clear text, because 10.0.0.5:6385 has no TLS."));
  given.api.server.tls.certificate = "/a.crt";
  BOOST_TEST(risky_listeners(given).empty());
  given.api.server.tls = {};
  given.listen.host = "127.0.0.1";
  BOOST_TEST(risky_listeners(given).empty());
  BOOST_TEST(risky_listeners(at("10.0.0.5")).empty());  // noauth has no secrets.
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
