#include "gateways/otlp/collector.hpp"

#include "tests/support/free_port.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/support/tls_server.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/ssl.h>

using namespace ironbus;
using namespace ironbus::otlp;
using namespace std::chrono_literals;

namespace {

http_url at(uint16_t port) { return {false, "127.0.0.1", port, "/v1/traces"}; }

bool never() { return false; }

}  // namespace

BOOST_AUTO_TEST_SUITE(collectors)

BOOST_AUTO_TEST_CASE(a_body_is_posted_with_the_headers) {
  test::raw_server server{[](const std::string&, const auto& send) {
    send(test::http_text(200, R"({"partialSuccess":{}})", "Retry-After: 7\r\n"));
  }};
  const auto post = make_collector(at(server.port()), {}, {{"Authorization", "Bearer abc"}});
  const auto answer = post("{\"a\":1}", 5s, never);
  BOOST_TEST_REQUIRE(answer.has_value(), (answer ? "" : answer.error().message));
  BOOST_TEST(answer->status == 200U);
  BOOST_TEST(answer->body == R"({"partialSuccess":{}})");
  BOOST_TEST((answer->retry_after == 7s));
  const auto asked = server.requests().front();
  BOOST_TEST(asked.starts_with("POST /v1/traces HTTP/1.1\r\n"));
  for (const auto* line : {"Content-Type: application/json\r\n", "Authorization: Bearer abc\r\n",
                           "Content-Length: 7\r\n"})
    BOOST_TEST(asked.find(line) != std::string::npos, line);
}

BOOST_AUTO_TEST_CASE(a_closed_connection_is_reopened) {
  test::raw_server server{
      [](const std::string&, const auto& send) { send(test::http_text(200, "{}")); }};
  const auto post = make_collector(at(server.port()), {}, {});
  for (int i = 0; i < 3; ++i) BOOST_TEST(post("{}", 5s, never).has_value());
  BOOST_TEST(server.requests().size() == 3U);
}

BOOST_AUTO_TEST_CASE(an_unreachable_collector_is_unavailable) {
  const auto answer = make_collector(at(test::free_port()), {}, {})("{}", 5s, never);
  BOOST_TEST((answer.error().code == error_code::unavailable));
}

BOOST_AUTO_TEST_CASE(a_collector_with_older_tls_is_refused) {
  const test::tls_server old{TLS1_2_VERSION};
  auto where = at(old.port());
  where.secure = true;
  tls_client_options tls{.ca_file = old.authority()};
  BOOST_TEST(make_collector(where, tls, {})("{}", 5s, never).has_value());
  tls.limits.minimum_version = "1.3";
  const auto refused = make_collector(where, tls, {})("{}", 5s, never);
  BOOST_TEST_REQUIRE(!refused.has_value());
  BOOST_TEST(refused.error().message.find(
                 "the server supports no TLS version that tls_minimum_version allows") !=
                 std::string::npos,
             refused.error().message);
  BOOST_TEST(old.requests() == 1);
}

BOOST_AUTO_TEST_CASE(a_silent_collector_times_out) {
  std::atomic<bool> over = false;
  test::raw_server server{[&](const std::string&, const auto&) {
    while (!over) std::this_thread::sleep_for(10ms);
  }};
  const auto post = make_collector(at(server.port()), {}, {});
  BOOST_TEST((post("{}", 200ms, never).error().code == error_code::timeout));
  over = true;
}

BOOST_AUTO_TEST_CASE(giving_up_ends_the_wait) {
  std::atomic<bool> over = false;
  test::raw_server server{[&](const std::string&, const auto&) {
    while (!over) std::this_thread::sleep_for(10ms);
  }};
  const auto began = std::chrono::steady_clock::now();
  const auto tired = [&] { return std::chrono::steady_clock::now() > began + 100ms; };
  BOOST_TEST(!make_collector(at(server.port()), {}, {})("{}", 60s, tired).has_value());
  BOOST_TEST((std::chrono::steady_clock::now() - began < 20s));
  over = true;
}

BOOST_AUTO_TEST_CASE(an_invalid_response_is_an_error) {
  test::raw_server server{
      [](const std::string&, const auto& send) { send("this is no HTTP\r\n\r\n"); }};
  BOOST_TEST(!make_collector(at(server.port()), {}, {})("{}", 5s, never).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
