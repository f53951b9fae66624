#include "drivers/webhook/webhook_client.hpp"

#include "tests/support/raw_server.hpp"
#include "tests/support/tls_server.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/ssl.h>

#include <future>
#include <thread>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

webhook_rules open_rules() {
  webhook_rules out;
  out.allow_http = true;
  out.ports = {};
  out.networks = {*parse_network("127.0.0.0/8"), *parse_network("::1")};
  return out;
}

std::future<webhook_answer> post(webhook_client& client, const std::string& url,
                                 const std::string& webhook = "one") {
  auto told = std::make_shared<std::promise<webhook_answer>>();
  client.send({webhook, url, {{"webhook-id", "e-1"}}, "{}"},
              [told](webhook_answer answer) { told->set_value(std::move(answer)); });
  return told->get_future();
}

std::string url_of(const raw_server& server, const std::string& host = "127.0.0.1") {
  return "http://" + host + ":" + std::to_string(server.port()) + "/in";
}

}  // namespace

BOOST_AUTO_TEST_CASE(returns_responses_unchanged) {
  struct row {
    int status;
    std::string headers;
    unsigned expected;
    std::chrono::seconds retry_after;
  };
  for (const auto& x : {row{204, "", 204, 0s}, row{500, "", 500, 0s}, row{410, "", 410, 0s},
                        row{429, "Retry-After: 30\r\n", 429, 30s},
                        row{503, "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n", 503, 0s},
                        row{429, "Retry-After: 99999999999\r\n", 429, 24h},
                        row{302, "Location: http://127.0.0.1:9/\r\n", 0, 0s}}) {
    raw_server server{[&](const std::string&, const raw_server::sender& send) {
      send(http_text(x.status, "", x.headers));
    }};
    webhook_client client{open_rules(), {}};
    const auto answer = post(client, url_of(server)).get();
    BOOST_TEST(answer.status == x.expected, x.status << " " << answer.error);
    BOOST_TEST((answer.retry_after == x.retry_after), x.headers);
    if (x.expected == 0) BOOST_TEST(answer.error.find("redirect") != std::string::npos);
    BOOST_REQUIRE(server.requests().size() == 1U);
    BOOST_TEST(server.requests()[0].starts_with("POST /in HTTP/1.1"));
    BOOST_TEST(server.requests()[0].find("webhook-id: e-1") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(cuts_off_long_responses_and_silence) {
  raw_server talker{[](const std::string&, const raw_server::sender& send) {
    send(http_text(200, std::string(70'000, 'x')));
  }};
  webhook_client client{open_rules(), {}};
  BOOST_TEST(post(client, url_of(talker)).get().status == 0U);
  std::promise<void> ending;
  auto ended = ending.get_future().share();
  raw_server silent{[ended](const std::string&, const raw_server::sender&) { ended.wait(); }};
  webhook_client hasty{open_rules(), {.request_timeout = 100ms}};
  const auto held = post(hasty, url_of(silent), "held").get();
  BOOST_TEST(held.status == 0U);
  BOOST_TEST(!held.error.empty());
  ending.set_value();
}

BOOST_AUTO_TEST_CASE(a_silent_receiver_blocks_no_other) {
  std::promise<void> ending;
  auto ended = ending.get_future().share();
  raw_server silent{[ended](const std::string&, const raw_server::sender&) { ended.wait(); }};
  raw_server good{
      [](const std::string&, const raw_server::sender& send) { send(http_text(200, "")); }};
  {
    webhook_client client{open_rules(), {}};
    const auto held = post(client, url_of(silent), "held");
    for (int i = 0; i < 3; ++i) {
      BOOST_TEST(post(client, url_of(good), "good").get().status == 200U);
      client.forget("good");
    }
    BOOST_TEST((held.wait_for(0s) == std::future_status::timeout));
  }  // running requests are cancelled
  ending.set_value();
}

BOOST_AUTO_TEST_CASE(checks_an_address_when_it_connects) {
  raw_server server{
      [](const std::string&, const raw_server::sender& send) { send(http_text(200, "")); }};
  webhook_rules rules;
  rules.allow_http = true;
  rules.ports = {};
  webhook_client client{rules, {}};
  for (const auto* host : {"127.0.0.1", "localhost"}) {
    const auto answer = post(client, url_of(server, host)).get();
    BOOST_TEST(answer.status == 0U, host);
    BOOST_TEST(answer.error.find("loopback") != std::string::npos, answer.error);
  }
  BOOST_TEST(server.requests().empty());
  webhook_client strict{{}, {}};  // by the current rules, not those at the time of writing
  BOOST_TEST(post(strict, url_of(server)).get().error.find("https") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_receiver_with_older_tls_gets_nothing) {
  const tls_server old{TLS1_2_VERSION};
  webhook_client_options options;
  options.verify_ca = old.authority();
  webhook_client usual{open_rules(), options};
  BOOST_TEST(post(usual, old.url()).get().status == 200U);
  options.tls.minimum_version = "1.3";
  webhook_client strict{open_rules(), options};
  const auto refused = post(strict, old.url()).get();
  BOOST_TEST(refused.status == 0U);
  BOOST_TEST(refused.error.find("does not support TLS 1.3 or newer") != std::string::npos,
             refused.error);
  BOOST_TEST(old.requests() == 1);
}
