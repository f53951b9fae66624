#include "client.hpp"
#include "endless_application.hpp"
#include "gateways/http/transport/server.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

// Endless answers and their ends.

namespace {

using namespace ironbus;
using namespace ironbus::http;
using ironbus::test::client;

response begin_stream(const request&, streaming& goes_on) {
  goes_on.keep_alive_text = "alive;";
  goes_on.farewell = [](const std::string& reason) { return "ended: " + reason + ";"; };
  response out;
  out.body = "begin;";
  return out;
}

server_options options() {
  server_options out;
  out.port = 0;
  out.stop_grace = std::chrono::milliseconds{100};
  return out;
}

struct stream_fixture {
  explicit stream_fixture(std::chrono::milliseconds keep_alive = std::chrono::hours{1})
      : app(keep_alive, begin_stream), served(options(), app) {
    served.start().value();
    one.emplace(served.port());
    one->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    receiver = app.begun();
    BOOST_TEST(one->read().status == 200);
  }

  void say(const std::string& text) { receiver->send(std::make_shared<const std::string>(text)); }

  /// Reads up to and including a text.
  std::string read_until(const std::string& end) {
    std::string got;
    while (got.find(end) == std::string::npos) {
      const auto more = one->read_some();
      BOOST_REQUIRE_MESSAGE(!more.empty(), "closed after " << got);
      got += more;
    }
    return got;
  }

  test::endless_application app;
  server served;
  std::optional<client> one;
  std::shared_ptr<stream> receiver;
};

/// Waits for an action of another thread.
template <class Question>
bool becomes(Question is_so) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{10};
  while (!is_so() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
  return is_so();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(streams)

BOOST_AUTO_TEST_CASE(texts_follow_the_head_in_order) {
  stream_fixture it;
  std::string wanted = "begin;";
  for (int i = 0; i < 100; ++i) {
    const auto text = std::to_string(i) + ";";
    it.say(text);
    wanted += text;
  }
  BOOST_TEST(it.read_until("99;") == wanted);
}

BOOST_AUTO_TEST_CASE(a_silent_stream_sends_keep_alive_texts) {
  stream_fixture it{std::chrono::milliseconds{5}};
  BOOST_TEST(it.read_until("alive;alive;").starts_with("begin;alive;"));
}

BOOST_AUTO_TEST_CASE(a_disconnect_is_noticed_and_everything_is_released) {
  stream_fixture it;
  BOOST_TEST(it.served.connections() == 1U);
  it.one.reset();
  BOOST_TEST(becomes([&] { return it.receiver->gone(); }));
  const auto unsent = it.receiver->unsent();
  it.say("late");
  BOOST_TEST(it.receiver->unsent() == unsent);
  it.receiver.reset();
  BOOST_TEST(becomes([&] { return it.served.connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(the_sender_sees_what_the_client_has_received) {
  stream_fixture it;
  BOOST_TEST(it.read_until("begin;") == "begin;");
  it.say("abcd;");
  BOOST_TEST(it.read_until("abcd;") == "abcd;");
  BOOST_TEST(becomes([&] { return it.receiver->unsent() == 0 && it.receiver->sent() == 5; }));
  BOOST_TEST(becomes([&] { return it.app.drained == 1; }));
}

BOOST_AUTO_TEST_CASE(a_dropped_client_gets_the_reason) {
  stream_fixture it;
  it.receiver->give_up("enough");
  BOOST_TEST(it.read_until("enough;") == "begin;ended: enough;");
  BOOST_TEST(it.one->closed());
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_is_disconnected) {
  stream_fixture it;
  it.say(std::string(64UL << 20, 'x'));
  it.receiver->give_up("enough");
  BOOST_TEST(becomes([&] { return it.receiver->gone(); }));
  it.receiver.reset();
  BOOST_TEST(becomes([&] { return it.served.connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(a_stream_ends_with_the_server) {
  stream_fixture it;
  it.served.stop();
  BOOST_TEST(it.receiver->gone());
  BOOST_TEST(it.read_until("begin;") == "begin;");
  BOOST_TEST(it.one->closed());
}

BOOST_AUTO_TEST_SUITE_END()
