#include "endless_application.hpp"
#include "fixture.hpp"
#include "gateways/http/transport/server.hpp"
#include "gateways/http/transport/web_socket_writer.hpp"
#include "messages/wire/envelope.hpp"
#include "tests/support/await.hpp"
#include "web_socket_client.hpp"

#include <boost/test/unit_test.hpp>

// Answers that become a WebSocket.

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace ironbus::test;

response begin_socket(const request& asked, streaming& goes_on) {
  goes_on.web_socket_key = asked.header("Sec-WebSocket-Key");
  response out;
  out.headers.emplace_back("X-Tried", asked.wants_web_socket ? "yes" : "no");
  return out;
}

server_options at_any_port() {
  server_options out;
  out.port = 0;
  out.stop_grace = std::chrono::milliseconds{100};
  return out;
}

struct socket_fixture {
  explicit socket_fixture(std::chrono::milliseconds keep_alive = std::chrono::hours{1})
      : app(keep_alive, begin_socket), served(at_any_port(), app) {
    served.start().value();
    one.emplace(served.port());
    opened = one->open("/");
    receiver = app.begun();
  }

  void say(const std::string& what) { receiver->send(std::make_shared<const std::string>(what)); }

  endless_application app;
  server served;
  std::optional<web_socket_client> one;
  answer opened;
  std::shared_ptr<stream> receiver;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(web_sockets)

BOOST_AUTO_TEST_CASE(a_handshake_is_answered_as_in_rfc_6455) {
  socket_fixture it;
  BOOST_TEST(it.opened.status == 101);
  BOOST_TEST(it.opened.headers.at("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  BOOST_TEST(it.opened.headers.at("x-tried") == "yes");
  BOOST_TEST(it.opened.headers.at("server") == "ironbus");
}

BOOST_AUTO_TEST_CASE(each_text_is_a_message_in_order) {
  socket_fixture it;
  for (int i = 0; i < 100; ++i) it.say(std::to_string(i));
  it.say(std::string(100'000, 'x'));
  for (int i = 0; i < 100; ++i) {
    const auto got = it.one->read();
    BOOST_TEST(got.opcode == text_frame);
    BOOST_TEST(got.payload == std::to_string(i));
  }
  BOOST_TEST(it.one->read().payload.size() == 100'000U);
}

BOOST_AUTO_TEST_CASE(the_sender_sees_what_the_client_has_received) {
  socket_fixture it;
  it.say("abcd;");
  BOOST_TEST(it.one->read().payload == "abcd;");
  BOOST_TEST(fulfilled([&] { return it.receiver->unsent() == 0 && it.receiver->sent() == 5; }));
  BOOST_TEST(fulfilled([&] { return it.app.drained == 1; }));
}

BOOST_AUTO_TEST_CASE(a_silent_client_is_pinged_and_then_disconnected) {
  socket_fixture it{std::chrono::milliseconds{10}};
  BOOST_TEST(it.one->read().opcode == ping_frame);
  BOOST_TEST(it.one->read().opcode == -1);
  BOOST_TEST(fulfilled([&] { return it.receiver->gone(); }));
}

BOOST_AUTO_TEST_CASE(a_client_that_answers_pings_stays) {
  socket_fixture it{std::chrono::milliseconds{500}};
  BOOST_TEST(it.one->read().opcode == ping_frame);
  it.one->send(pong_frame, "");
  BOOST_TEST(it.one->read().opcode == ping_frame);
}

BOOST_AUTO_TEST_CASE(client_messages_are_answered_or_ignored) {
  socket_fixture it;
  it.one->send(text_frame, "how are you?");
  it.one->send(ping_frame, "there?");
  const auto got = it.one->read();
  BOOST_TEST(got.opcode == pong_frame);
  BOOST_TEST(got.payload == "there?");
  it.say("here");
  BOOST_TEST(it.one->read().payload == "here");
}

BOOST_AUTO_TEST_CASE(a_too_long_message_ends_the_connection) {
  socket_fixture it;
  it.one->send(text_frame, std::string(web_socket_message_max, 'x'));
  it.one->send(text_frame, std::string(web_socket_message_max + 1, 'x'));
  const auto got = it.one->read();
  BOOST_TEST(got.opcode == goodbye_frame);
  BOOST_TEST(got.code() == 1009);
  BOOST_TEST(it.one->read().opcode == -1);
  BOOST_TEST(fulfilled([&] { return it.receiver->gone(); }));
}

BOOST_AUTO_TEST_CASE(a_close_frame_is_answered_and_everything_is_released) {
  socket_fixture it;
  it.one->send(goodbye_frame, "\x03\xe8");
  const auto got = it.one->read();
  BOOST_TEST(got.opcode == goodbye_frame);
  BOOST_TEST(got.code() == 1000);
  it.one.reset();
  BOOST_TEST(fulfilled([&] { return it.receiver->gone(); }));
  it.say("late");
  it.receiver.reset();
  BOOST_TEST(fulfilled([&] { return it.served.connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(a_disconnect_without_close_frame_is_noticed) {
  socket_fixture it;
  it.one.reset();
  BOOST_TEST(fulfilled([&] { return it.receiver->gone(); }));
  it.receiver.reset();
  BOOST_TEST(fulfilled([&] { return it.served.connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(a_dropped_client_gets_the_reason) {
  socket_fixture it;
  it.receiver->give_up("enough" + std::string(200, '!'));
  const auto got = it.one->read();
  BOOST_TEST(got.code() == 1013);
  BOOST_TEST(got.reason().starts_with("enough!"));
  BOOST_TEST(it.one->raw().closed());
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_is_disconnected) {
  socket_fixture it;
  it.say(std::string(64UL << 20, 'x'));
  it.receiver->give_up("enough");
  BOOST_TEST(fulfilled([&] { return it.receiver->gone(); }));
  it.receiver.reset();
  BOOST_TEST(fulfilled([&] { return it.served.connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(a_stopping_server_sends_1001) {
  socket_fixture it;
  auto stopped = std::async(std::launch::async, [&] { it.served.stop(); });
  const auto got = it.one->read();
  BOOST_TEST(got.code() == 1001);
  BOOST_TEST(got.reason() == "The service is stopping.");
  it.one->send(goodbye_frame, got.payload.substr(0, 2));
  BOOST_TEST(it.one->raw().closed());
  stopped.get();
  BOOST_TEST(it.receiver->gone());
}

BOOST_AUTO_TEST_CASE(data_before_the_handshake_answer_is_rejected) {
  endless_application app{std::chrono::hours{1}, begin_socket};
  server served{at_any_port(), app};
  served.start().value();
  client one{served.port()};
  one.send(handshake("/") + "\x81\x80");
  BOOST_TEST(one.read().status == 400);
  BOOST_TEST(one.closed());
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

gateway_options sockets_for_pages_of(std::vector<std::string> origins) {
  gateway_options out;
  out.cors_allowed_origins = std::move(origins);
  return out;
}

struct events_fixture : gateway_fixture {
  explicit events_fixture(gateway_options options = sockets_for_pages_of({"https://ui.test"}))
      : gateway_fixture(std::move(options)) {
    const envelope event{"id-1", "ironbus.node_updated", "/ironbus/test", node_1, time.now(), {}, 7,
                         {}};
    records.log = {"abcd",
                   9,
                   3,
                   {{9, {node_1, "node_updated", {}, {}, {}, {}, false, encode_envelope(event)}}}};
  }

  answer open(const std::string& target, const std::string& more = {}) const {
    return web_socket_client{served->port()}.open(target, more);
  }
  answer open_from(const std::string& origin) const {
    return open("/v1/events/stream", "Origin: " + origin + "\r\n");
  }
  /// A handshake with one replaced line.
  answer open_with(const std::string& line, const std::string& instead) const {
    auto asked = handshake("/v1/events/stream");
    asked.replace(asked.find(line), line.size(), instead);
    client one{served->port()};
    one.send(asked);
    return one.read();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(events_by_web_socket, events_fixture)

BOOST_AUTO_TEST_CASE(an_event_is_a_message) {
  web_socket_client one{served->port()};
  BOOST_TEST(one.open("/v1/events/stream?node=web-1&since=abcd:3").status == 101);
  const auto got = json::parse(one.read().payload);
  BOOST_TEST(got["position"] == 9);
  BOOST_TEST(got["subject"] == node_1);
}

BOOST_AUTO_TEST_CASE(a_refused_follow_request_gets_an_http_error) {
  for (const auto& [query, status] : {std::pair{"since=x", 400},
                                      {"limit=3", 400},
                                      {"since=abcd:99", 400},
                                      {"since=dcba:9", 410},
                                      {"since=2", 410},
                                      {"node=nobody", 404}}) {
    const auto got = open(std::string{"/v1/events/stream?"} + query);
    BOOST_TEST(got.status == status, query);
    BOOST_TEST(!got.error().empty());
  }
}

BOOST_AUTO_TEST_CASE(a_page_of_another_origin_is_rejected) {
  for (const auto* origin : {"http://api.test", "https://ui.test"})
    BOOST_TEST(open_from(origin).status == 101, origin);
  for (const auto* origin : {"https://evil.test", "http://ui.test", "http://api.test.evil.test",
                             "http://api.test:81", "https://api.test", "null", "*"})
    BOOST_TEST(open_from(origin).status == 403, origin);
}

BOOST_AUTO_TEST_CASE(an_invalid_handshake_is_rejected) {
  const auto old = open_with("Version: 13", "Version: 8");
  BOOST_TEST(old.status == 426);
  BOOST_TEST(old.headers.at("sec-websocket-version") == "13");
  BOOST_TEST(open_with("dGhlIHNhbXBsZSBub25jZQ==", "short").status == 400);
  BOOST_TEST(open_with("Sec-WebSocket-Key", "Other").status == 400);
  BOOST_TEST(open_with("Upgrade: websocket", "Upgrade: h2c").headers.at("content-type") ==
             "text/event-stream");
}

BOOST_AUTO_TEST_CASE(all_origins_are_allowed_only_without_passwords) {
  BOOST_TEST(open_from("https://any.test").status == 403);
  events_fixture open_to_all{sockets_for_pages_of({"*"})};
  BOOST_TEST(open_to_all.open_from("https://any.test").status == 101);
}

BOOST_AUTO_TEST_SUITE_END()
