#include "gateways/http/api/base_url.hpp"

#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

request with_headers(header_list headers) { return {"GET", "/", std::move(headers), ""}; }

const auto proxied = with_headers({{"Host", "inner:6385"},
                                   {"X-Forwarded-Proto", "https"},
                                   {"X-Forwarded-Host", "metal.test, inner"},
                                   {"X-Forwarded-Prefix", "/baremetal/"}});

BOOST_AUTO_TEST_SUITE(base_of_links)

BOOST_AUTO_TEST_CASE(it_is_the_address_that_the_client_used) {
  BOOST_TEST(base_url(with_headers({{"Host", "a:1"}}), {}) == "http://a:1");
  BOOST_TEST(base_url(with_headers({{"host", "[::1]:1"}}), {{}, true, false}) == "https://[::1]:1");
  BOOST_TEST(base_url(with_headers({}), {}) == "http://localhost");
}

BOOST_AUTO_TEST_CASE(proxy_headers_count_only_if_enabled) {
  BOOST_TEST(base_url(proxied, {}) == "http://inner:6385");
  BOOST_TEST(base_url(proxied, {{}, false, true}) == "https://metal.test/baremetal");
  BOOST_TEST(base_url(proxied, {"https://public.test", false, true}) == "https://public.test");
}

BOOST_AUTO_TEST_CASE(headers_invalid_in_a_url_are_ignored) {
  const auto bad = with_headers({{"Host", "a"},
                                 {"X-Forwarded-Proto", "javascript"},
                                 {"X-Forwarded-Host", "b\"><script>"},
                                 {"X-Forwarded-Prefix", "//evil.test"}});
  BOOST_TEST(base_url(bad, {{}, false, true}) == "http://a");
  BOOST_TEST(base_url(with_headers({{"Host", "a\", \"b\": \""}}), {}) == "http://localhost");
}

BOOST_FIXTURE_TEST_CASE(an_invalid_host_is_rejected, test::gateway_fixture) {
  for (const auto* host : {"a\"b", "a/b", "a b", "user@a", "a\\b", "\xC3\x28"}) {
    test::client one{served->port()};
    one.send("GET /v1 HTTP/1.1\r\nHost: " + std::string{host} + "\r\n\r\n");
    BOOST_TEST(one.read().status == 400, host);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
