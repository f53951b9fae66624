#include "ops/ironbusd/roles/outgoing_web_client.hpp"

#include "tests/support/free_port.hpp"
#include "tests/support/raw_server.hpp"

#include <boost/test/unit_test.hpp>

#include <future>

using namespace ironbus;
using namespace ironbus::test;

namespace {

std::future<result<web_answer>> send_by(web_client& client, const web_request& asked) {
  auto promised = std::make_shared<std::promise<result<web_answer>>>();
  client.send(asked, [promised](result<web_answer> got) { promised->set_value(std::move(got)); });
  return promised->get_future();
}

web_request web_request_to(const raw_server& server, const std::string& path) {
  web_request out;
  out.url = "http://127.0.0.1:" + std::to_string(server.port()) + path;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(outgoing_web_client)

BOOST_AUTO_TEST_CASE(sends_a_request_and_returns_the_answer) {
  raw_server server{[](const std::string&, const raw_server::sender& send) {
    send(http_text(201, R"({"a":1})", "X-Subject-Token: t-1\r\n"));
  }};
  const auto client = daemon::make_web_client({});
  auto asked = web_request_to(server, "/v3/auth/tokens?nocatalog");
  asked.method = web_method::post;
  asked.headers = {{"X-Auth-Token", "secret"}};
  asked.body = "{}";
  const auto got = send_by(*client, asked).get();
  BOOST_REQUIRE(got);
  BOOST_TEST(got->status == 201U);
  BOOST_TEST(got->body == R"({"a":1})");
  BOOST_REQUIRE(server.requests().size() == 1U);
  const auto& text = server.requests().front();
  BOOST_TEST(text.starts_with("POST /v3/auth/tokens?nocatalog HTTP/1.1\r\n"));
  BOOST_TEST(text.find("X-Auth-Token: secret\r\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(failures_say_whether_the_server_can_be_reached) {
  web_client_options options;
  options.peer = "Keystone";
  options.answer_bytes_max = 16;
  raw_server server{[](const std::string&, const raw_server::sender& send) {
    send(http_text(200, std::string(64, 'x')));
  }};
  const auto client = daemon::make_web_client(options);
  const auto large = send_by(*client, web_request_to(server, "/")).get();
  BOOST_REQUIRE(!large);
  BOOST_TEST((large.error().code == error_code::invalid));
  web_request nowhere;
  nowhere.url = "http://127.0.0.1:" + std::to_string(free_port()) + "/";
  const auto away = send_by(*client, nowhere).get();
  BOOST_REQUIRE(!away);
  BOOST_TEST((away.error().code == error_code::unavailable));
  BOOST_TEST(away.error().message.starts_with("Keystone at 127.0.0.1"), away.error().message);
  nowhere.url = "ftp://user:secret@h/";
  const auto wrong = send_by(*client, nowhere).get();
  BOOST_REQUIRE(!wrong);
  BOOST_TEST((wrong.error().code == error_code::invalid));
  BOOST_TEST(wrong.error().message.find("secret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_unreadable_certificate_sends_nothing) {
  web_client_options options;
  options.trust.certificate_file = "/nonexistent/crt";
  options.trust.key_file = "/nonexistent/key";
  raw_server server{[](const std::string&, const raw_server::sender&) {}};
  const auto client = daemon::make_web_client(options);
  web_request asked;
  asked.url = "https://127.0.0.1:" + std::to_string(server.port()) + "/";
  const auto got = send_by(*client, asked).get();
  BOOST_REQUIRE(!got);
  BOOST_TEST((got.error().code == error_code::invalid));
  BOOST_TEST(got.error().message.find("certificates") != std::string::npos, got.error().message);
}

BOOST_AUTO_TEST_SUITE_END()
