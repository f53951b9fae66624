#include "gateways/http/access/cors.hpp"

#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;

http::gateway_options for_pages_of(std::vector<std::string> origins) {
  http::gateway_options out;
  out.cors_allowed_origins = std::move(origins);
  return out;
}

struct cors_fixture : gateway_fixture {
  cors_fixture() : gateway_fixture(for_pages_of({"https://ui.test"})) {}
  explicit cors_fixture(http::gateway_options options) : gateway_fixture(std::move(options)) {}

  answer ask_with(const std::string& method, const std::string& headers) const {
    client one{served->port()};
    one.send(method + " /v1/nodes HTTP/1.1\r\nHost: api.test\r\n" + headers + "\r\n");
    return one.read();
  }
};

const std::string asks = "Access-Control-Request-Method: POST\r\n";

BOOST_FIXTURE_TEST_SUITE(cors, cors_fixture)

BOOST_AUTO_TEST_CASE(an_allowed_page_may_send_and_read) {
  const auto asked = ask_with("OPTIONS", "Origin: https://ui.test\r\n" + asks);
  BOOST_TEST(asked.status == 204);
  BOOST_TEST(asked.headers.at("access-control-allow-origin") == "https://ui.test");
  BOOST_TEST(asked.headers.at("access-control-allow-methods").find("PATCH") != std::string::npos);
  BOOST_TEST(asked.headers.at("access-control-allow-headers").find("Authorization") !=
             std::string::npos);
  const auto got = ask_with("GET", "Origin: https://ui.test\r\n");
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.headers.at("access-control-expose-headers")
                 .find("X-OpenStack-Ironic-API-Maximum-Version") != std::string::npos);
  BOOST_TEST(got.headers.at("vary") == "Origin");
  BOOST_TEST(got.headers.count("access-control-allow-credentials") == 0U);
}

BOOST_AUTO_TEST_CASE(another_page_may_not_read) {
  for (const std::string origin :
       {"https://evil.test", "http://ui.test", "https://ui.test.evil.test", "null"}) {
    const auto asked = ask_with("OPTIONS", "Origin: " + origin + "\r\n" + asks);
    BOOST_TEST(asked.headers.count("access-control-allow-origin") == 0U, origin);
    BOOST_TEST(asked.headers.count("access-control-allow-methods") == 0U, origin);
    BOOST_TEST(ask_with("GET", "Origin: " + origin + "\r\n")
                   .headers.count("access-control-allow-origin") == 0U);
  }
}

BOOST_AUTO_TEST_CASE(an_allowed_page_can_read_errors) {
  client one{served->port()};
  one.send("GET /v1/nope HTTP/1.1\r\nHost: a\r\nOrigin: https://ui.test\r\n\r\n");
  const auto got = one.read();
  BOOST_TEST(got.status == 404);
  BOOST_TEST(got.headers.count("access-control-allow-origin") == 1U);
}

BOOST_AUTO_TEST_CASE(options_without_preflight_lists_the_methods) {
  BOOST_TEST(ask_with("OPTIONS", asks).headers.count("allow") == 1U);
  const auto got = ask_with("OPTIONS", "Origin: https://ui.test\r\n");
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.headers.count("access-control-allow-methods") == 0U);
}

BOOST_AUTO_TEST_CASE(without_origins_no_headers_are_sent) {
  const cors_fixture none{for_pages_of({})};
  const auto asked = none.ask_with("OPTIONS", "Origin: https://ui.test\r\n" + asks);
  BOOST_TEST(asked.headers.count("access-control-allow-methods") == 0U);
  const auto got = none.ask_with("GET", "Origin: https://ui.test\r\n");
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.headers.count("access-control-allow-origin") == 0U);
  BOOST_TEST(got.headers.count("vary") == 0U);
}

BOOST_AUTO_TEST_CASE(a_foreign_page_cannot_change_anything) {
  const std::string cross =
      "Sec-Fetch-Site: cross-site\r\nContent-Type: text/plain\r\n"
      "Content-Length: 0\r\n";
  BOOST_TEST(ask_with("POST", cross + "Origin: https://evil.test\r\n").status == 403);
  BOOST_TEST(ask_with("POST", cross).status == 403);
  BOOST_TEST(ask_with("POST", cross + "Origin: https://ui.test\r\n").status == 400);
  BOOST_TEST(ask_with("GET", cross + "Origin: https://evil.test\r\n").status == 200);
  BOOST_TEST(ask_with("POST", "Sec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n").status ==
             400);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(a_foreign_origin_cannot_change_anything_whatever_else_it_says) {
  const std::string body = "Content-Type: text/plain\r\nContent-Length: 0\r\n";
  for (const std::string site : {"", "same-origin", "same-site", "none"})
    for (const std::string origin : {"http://evil.test", "null", "http://api.test:81",
                                     "https://api.test", "http://api.test.evil.test"})
      for (const auto* method : {"POST", "PUT", "PATCH", "DELETE"}) {
        const auto said = site.empty() ? site : "Sec-Fetch-Site: " + site + "\r\n";
        BOOST_TEST(ask_with(method, said + "Origin: " + origin + "\r\n" + body).status == 403,
                   method << " " << origin << " " << site);
      }
  BOOST_TEST(ask_with("POST", "Sec-Fetch-Site: same-site\r\n" + body).status == 403);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(the_services_own_pages_and_programs_may_change_things) {
  const std::string body = "Content-Length: 0\r\n";
  for (const auto* origin : {"", "Origin: http://api.test\r\n", "Origin: https://ui.test\r\n"})
    BOOST_TEST(ask_with("POST", origin + body).status == 400, origin);
  auto options = for_pages_of({});
  options.public_endpoint = "https://METAL.test:443/baremetal";
  const cors_fixture proxied{std::move(options)};
  for (const auto* origin : {"Origin: https://metal.test\r\n", "Origin: http://api.test\r\n"})
    BOOST_TEST(proxied.ask_with("POST", origin + body).status == 400, origin);
}

BOOST_AUTO_TEST_CASE(origins_have_a_form) {
  for (const auto* good : {"*", "http://a", "https://ui.example.org:8443", "http://[::1]:80"})
    BOOST_TEST(http::is_origin(good), good);
  for (const auto* bad : {"", "ui.test", "https://", "https://a/", "ftp://a", "https://A", "a*"})
    BOOST_TEST(!http::is_origin(bad), bad);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
