#include "gateways/redis/redis_dial.hpp"
#include "tests/support/certificate_authority.hpp"

#include <arpa/inet.h>
#include <boost/test/unit_test.hpp>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

std::string folder_of_this_test() {
  auto pattern = (std::filesystem::temp_directory_path() / "ironbus-stream-XXXXXX").string();
  return mkdtemp(pattern.data());
}

/// Accepts one connection and speaks TLS 1.3 on it, in steps that the test controls.
class scripted_server {
public:
  explicit scripted_server(std::function<void(SSL*)> play) : play_{std::move(play)} {
    authority_.issue("server");
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    auto* generic = reinterpret_cast<sockaddr*>(&address_);
    BOOST_REQUIRE(bind(listener_, generic, size) == 0 && listen(listener_, 1) == 0);
    BOOST_REQUIRE(getsockname(listener_, generic, &size) == 0);
    thread_ = std::thread{[this] { run(); }};
  }
  ~scripted_server() {
    thread_.join();
    close(listener_);
    std::filesystem::remove_all(folder_);
  }

  redis::connection_ptr dial() const {
    redis::server target;
    target.port = ntohs(address_.sin_port);
    target.tls = true;
    auto out = redis::dial(target, 5s, [] { return true; }, {.ca_file = authority_.file()});
    BOOST_REQUIRE_MESSAGE(out, out.error().message);
    (*out)->limit_wait(5s);
    return *std::move(out);
  }

private:
  void run() {
    const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    auto* context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate_file(context, authority_.path("server.crt").c_str(), SSL_FILETYPE_PEM);
    SSL_CTX_use_PrivateKey_file(context, authority_.path("server.key").c_str(), SSL_FILETYPE_PEM);
    auto* ssl = SSL_new(context);
    SSL_set_fd(ssl, client);
    if (SSL_accept(ssl) == 1) play_(ssl);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(client);
  }

  const std::function<void(SSL*)> play_;
  const std::string folder_ = folder_of_this_test();
  const certificate_authority authority_{folder_, "authority"};
  sockaddr_in address_{};
  int listener_ = -1;
  std::thread thread_;
};

void answer(SSL* client, std::string_view text) {
  char command[1024];
  SSL_read(client, command, sizeof command);
  SSL_write(client, text.data(), static_cast<int>(text.size()));
}

/// Requests new keys from the client and changes our own.
void change_keys(SSL* client) {
  SSL_key_update(client, SSL_KEY_UPDATE_REQUESTED);
  SSL_do_handshake(client);
}

/// Waits until data has arrived.
bool hears(const redis::connection& link) {
  pollfd wait{link.socket(), POLLIN, 0};
  return poll(&wait, 1, 5000) == 1;
}

/// Waits for the end. Other messages, such as session tickets, may come first.
bool ends(redis::connection& link) {
  while (hears(link))
    if (!link.is_open()) return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tls_stream)

BOOST_AUTO_TEST_CASE(tls_messages_on_an_idle_connection_do_not_end_it) {
  const scripted_server server{[](SSL* client) {
    answer(client, "+PONG\r\n");
    change_keys(client);
    answer(client, "+AGAIN\r\n");
  }};
  const auto link = server.dial();
  BOOST_TEST(redis::text_of(redis::ask(*link, {"PING"}).value().get()) == "PONG");
  BOOST_TEST(hears(*link));
  BOOST_TEST(link->is_open());
  BOOST_TEST(redis::text_of(redis::ask(*link, {"PING"}).value().get()) == "AGAIN");
  BOOST_TEST(ends(*link));
}

BOOST_AUTO_TEST_CASE(an_answer_in_several_records_is_assembled) {
  // Each piece is a TLS record, and one read returns at most one.
  const scripted_server server{[](SSL* client) {
    answer(client, "$3");
    for (const char* piece : {"\r", "\na", "b", "c\r\n+NE", "XT\r\n"})
      SSL_write(client, piece, static_cast<int>(strlen(piece)));
  }};
  const auto link = server.dial();
  BOOST_TEST(redis::text_of(redis::ask(*link, {"GET", "x"}).value().get()) == "abc");
  BOOST_TEST(redis::text_of(link->receive().value().get()) == "NEXT");
}

BOOST_AUTO_TEST_CASE(unexpected_data_ends_the_connection) {
  const scripted_server server{[](SSL* client) { SSL_write(client, "+X\r\n", 4); }};
  const auto link = server.dial();
  BOOST_TEST(ends(*link));
}

BOOST_AUTO_TEST_CASE(a_closed_connection_is_noticed_with_or_without_close_notify) {
  for (const bool with_word : {true, false}) {
    const scripted_server server{[with_word](SSL* client) {
      answer(client, "+PONG\r\n");
      answer(client, "$100\r\nthe beginning of an answer");
      if (with_word) SSL_shutdown(client);
    }};
    const auto link = server.dial();
    BOOST_TEST(redis::ask(*link, {"PING"}).has_value());
    const auto cut = redis::ask(*link, {"PING"});
    BOOST_TEST_REQUIRE(!cut.has_value());
    BOOST_TEST(cut.error().message == "Redis: the server has closed the connection");
  }
}

BOOST_AUTO_TEST_CASE(a_silent_server_times_out) {
  const scripted_server server{[](SSL* client) {
    answer(client, "+PONG\r\n");
    char command[64];
    while (SSL_read(client, command, sizeof command) > 0) {
    }
  }};
  const auto link = server.dial();
  BOOST_TEST(redis::ask(*link, {"PING"}).has_value());
  link->limit_wait(50ms);
  const auto silent = redis::ask(*link, {"PING"});
  BOOST_TEST_REQUIRE(!silent.has_value());
  BOOST_TEST(silent.error().message == "Redis: no answer in time");
}

BOOST_AUTO_TEST_CASE(writing_to_a_closed_server_raises_no_signal) {
  const scripted_server server{[](SSL*) {}};
  const auto link = server.dial();
  BOOST_TEST(hears(*link));
  std::string large(1'000'000, 'x');
  for (int i = 0; i < 3; ++i) BOOST_TEST(!redis::ask(*link, {"SET", "x", large}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
