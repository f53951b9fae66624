#include "gateways/http/access/served_hosts.hpp"

#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;

http::gateway_options for_hosts(std::vector<std::string> allowed, bool proxied = false) {
  http::gateway_options out;
  out.allowed_hosts = std::move(allowed);
  out.enable_proxy_headers_parsing = proxied;
  if (proxied) out.server.clients.trusted_proxies = {*parse_network("127.0.0.1")};
  return out;
}

struct host_fixture : gateway_fixture {
  using gateway_fixture::gateway_fixture;

  answer ask_by(const std::string& head, const std::string& method = "GET") const {
    client one{served->port()};
    one.send(method + " /v1/nodes HTTP/1.1\r\n" + head + "Content-Length: 0\r\n\r\n");
    return one.read();
  }
  int status_for(const std::string& host, const std::string& method = "GET") const {
    return ask_by("Host: " + host + "\r\n", method).status;
  }
};

BOOST_FIXTURE_TEST_SUITE(served_hosts, host_fixture)

BOOST_AUTO_TEST_CASE(a_host_that_is_not_the_services_own_is_refused) {
  for (const auto* host : {"evil.example", "evil.example:6385", "localhost.evil.example",
                           "api.test.evil.example", "127.0.0.1.evil.example", "2130706433",
                           "[evil.example]", "[127.0.0.1]", "[::1", "a:b", "a:1:2", "::1", "."})
    for (const auto* method : {"GET", "POST", "OPTIONS"})
      BOOST_TEST(status_for(host, method) == 421, host);
  const auto got = ask_by("Host: evil.example\r\n");
  BOOST_TEST(got.error() ==
             "This service does not answer to the host 'evil.example'. If it is one of its "
             "names, add it to the option api.allowed_hosts.");
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(a_page_that_rebinds_its_name_cannot_change_anything) {
  const auto got =
      ask_by("Host: evil.example\r\nOrigin: http://evil.example\r\nSec-Fetch-Site: same-origin\r\n",
             "POST");
  BOOST_TEST(got.status == 421);
}

BOOST_AUTO_TEST_CASE(addresses_localhost_and_own_names_are_served) {
  for (const auto* host :
       {"127.0.0.1", "127.0.0.1:6385", "192.0.2.7:80", "[::1]:6385", "[2001:db8::7]", "localhost",
        "LocalHost:6385", "localhost.", "api.test", "API.test:1", "api.test."})
    BOOST_TEST(status_for(host) == 200, host);
}

BOOST_AUTO_TEST_CASE(an_option_allows_further_hosts) {
  const host_fixture some{for_hosts({"metal.example.org", ".lab.example.org"})};
  for (const auto* host : {"metal.example.org:6385", "METAL.example.org", "r1.lab.example.org"})
    BOOST_TEST(some.status_for(host) == 200, host);
  for (const auto* host : {"x.metal.example.org", "lab.example.org", "evil.example"})
    BOOST_TEST(some.status_for(host) == 421, host);
  const host_fixture all{for_hosts({"*"})};
  BOOST_TEST(all.status_for("evil.example") == 200);
}

BOOST_AUTO_TEST_CASE(http_1_0_may_name_no_host) {
  client one{served->port()};
  one.send("GET /v1/nodes HTTP/1.0\r\n\r\n");
  BOOST_TEST(one.read().status == 200);
}

BOOST_AUTO_TEST_CASE(a_forwarded_host_counts_only_behind_a_proxy_and_then_both_count) {
  const std::string forwarded = "X-Forwarded-Host: evil.example, api.test\r\n";
  BOOST_TEST(ask_by("Host: a\r\n" + forwarded).status == 200);
  const host_fixture proxied{for_hosts({"metal.example.org"}, true)};
  BOOST_TEST(proxied.ask_by("Host: a\r\n" + forwarded).status == 421);
  BOOST_TEST(
      proxied.ask_by("Host: evil.example\r\nX-Forwarded-Host: metal.example.org\r\n").status ==
      421);
  BOOST_TEST(proxied.ask_by("Host: a\r\nX-Forwarded-Host: metal.example.org\r\n").status == 200);
  BOOST_TEST(proxied.ask_by("Host: a\r\nForwarded: for=192.0.2.1;host=evil.example\r\n").status ==
             421);
}

BOOST_AUTO_TEST_CASE(a_peer_that_is_no_trusted_proxy_cannot_name_a_host) {
  auto options = for_hosts({"metal.example.org"}, true);
  options.server.clients.trusted_proxies = {*parse_network("192.0.2.0/24")};
  const host_fixture other{options};
  for (const auto* header : {"X-Forwarded-Host: evil.example", "Forwarded: host=evil.example",
                             "X-Forwarded-Host: metal.example.org"}) {
    const auto got = other.ask_by(std::string{"Host: a\r\n"} + header + "\r\n");
    BOOST_TEST(got.status == 200, header);
    BOOST_TEST(got.body.find("http://a/v1/nodes/") != std::string::npos, header);
  }
}

BOOST_AUTO_TEST_CASE(entries_of_the_option_have_a_form) {
  for (const auto* good : {"*", "a", "metal.example.org", ".example.org", "a_b-c"})
    BOOST_TEST(http::is_allowed_host_entry(good), good);
  for (const auto* bad : {"", ".", "a:6385", "http://a", "*.example.org", "a.", "..a", "[::1]"})
    BOOST_TEST(!http::is_allowed_host_entry(bad), bad);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
