#include "fixture.hpp"
#include "keystone_double.hpp"

#include <boost/test/unit_test.hpp>

// Keystone's tokens through the whole gateway.

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct keystone_gateway {
  keystone_gateway() : gateway{options()} {
    server.issue("reader", "ann", "", {"reader"}, json{{"system", json{{"all", true}}}});
    server.issue("stranger", "bob", "other", {"member", "reader"});
  }
  http::gateway_options options() {
    http::gateway_options out;
    out.auth_strategy = {"keystone"};
    out.keystone.auth_url = keystone_double::url;
    out.keystone.www_authenticate_uri = "https://public.test";
    out.keystone.password = "s3cret";
    out.make_web_client = [this](const web_client_options&) { return server.client(); };
    return out;
  }
  answer ask(const std::string& headers, const std::string& method = "GET",
             const std::string& path = "/v1/nodes/" + node_1) const {
    client one{gateway.served->port()};
    one.send(method + " " + path + " HTTP/1.1\r\nHost: api.test\r\n" +
             "X-OpenStack-Ironic-API-Version: 1.115\r\n" + headers + "\r\n");
    return one.read();
  }

  keystone_double server;
  gateway_fixture gateway;
};

const std::string forged_headers =
    "X-Identity-Status: Confirmed\r\nX-Roles: admin,service\r\nX-Role: admin\r\n"
    "OpenStack-System-Scope: all\r\nX-Project-Id: p-1\r\nX-Project-Name: service\r\n"
    "X-User-Id: u-1\r\nX-User-Name: root\r\nX-Is-Admin-Project: True\r\nX-User: root\r\n"
    "X-Service-Roles: service\r\nX-Service-Identity-Status: Confirmed\r\n";

BOOST_FIXTURE_TEST_SUITE(keystone_admission, keystone_gateway)

BOOST_AUTO_TEST_CASE(a_token_gives_the_rights_of_its_scope) {
  BOOST_TEST(ask("X-Auth-Token: reader\r\n").status == 200);
  BOOST_TEST(ask("X-Auth-Token: reader\r\n", "DELETE").status == 403);
  BOOST_TEST(ask("X-Auth-Token: stranger\r\n").status == 404);
}

BOOST_AUTO_TEST_CASE(identity_headers_of_a_client_are_not_read) {
  BOOST_TEST(ask(forged_headers).status == 401);
  BOOST_TEST(ask(forged_headers + "X-Auth-Token: unknown\r\n").status == 401);
  BOOST_TEST(ask(forged_headers + "X-Auth-Token: stranger\r\n").status == 404);
  BOOST_TEST(ask(forged_headers + "X-Auth-Token: reader\r\n", "DELETE").status == 403);
  BOOST_TEST(ask(forged_headers + "X-Auth-Token: reader\r\n").status == 200);
}

BOOST_AUTO_TEST_CASE(refusals_have_the_form_of_keystone) {
  for (const std::string headers : {"", "X-Auth-Token: unknown\r\n"}) {
    const auto got = ask(headers);
    BOOST_TEST(got.status == 401);
    BOOST_TEST(got.headers.at("www-authenticate") == "Keystone uri=\"https://public.test\"");
    const auto error = json::parse(got.body).at("error");
    BOOST_TEST(error.at("code") == 401);
    BOOST_TEST(error.at("title") == "Unauthorized");
    BOOST_TEST(error.at("message") == "The request you have made requires authentication.");
  }
}

BOOST_AUTO_TEST_CASE(without_keystone_clients_shall_retry) {
  server.set_away(true);
  const auto got = ask("X-Auth-Token: reader\r\n");
  BOOST_TEST(got.status == 503);
  BOOST_TEST(got.headers.at("retry-after") == "5");
  BOOST_TEST(got.error() == "The Keystone service is temporarily unavailable.");
  BOOST_TEST(ask("", "GET", "/v1").status == 200);  // Public paths need no Keystone.
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
