// The bytes of a connection: the server sends complete responses or closes the connection, and
// accepts the next one.
#include "gateways/http/transport/server.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace {

using namespace ironbus;

class echo : public http::application {
public:
  size_t body_bytes_max(const http::request&) const override { return 1024; }
  void handle(http::request x, http::responder reply) override {
    http::response out;
    out.body = std::to_string(x.body.size());
    reply(std::move(out));
  }
  http::response refuse(unsigned status, const std::string&) const override {
    http::response out;
    out.status = status;
    return out;
  }
};

http::server_options options() {
  http::server_options out;
  out.port = 0;
  out.header_timeout = std::chrono::milliseconds{50};
  out.body_timeout = std::chrono::milliseconds{50};
  out.idle_timeout = std::chrono::milliseconds{50};
  return out;
}

http::server& running() {
  static echo app;
  static http::server out{options(), app};
  static const bool started = out.start().has_value();
  if (!started) std::abort();
  return out;
}

int connect_to(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int out = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::connect(out, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::abort();
  return out;
}

std::string exchange(std::string_view sent) {
  const int socket = connect_to(running().port());
  ::send(socket, sent.data(), sent.size(), MSG_NOSIGNAL);
  ::shutdown(socket, SHUT_WR);
  std::string answer;
  char bytes[4096];
  for (ssize_t n = 0; (n = ::recv(socket, bytes, sizeof bytes, 0)) > 0;)
    answer.append(bytes, static_cast<size_t>(n));
  // Avoids TIME_WAIT for many thousands of connections.
  const linger at_once{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(socket);
  return answer;
}

}  // namespace

static void feed_connection(std::string_view input) {
  const auto answer = exchange(input);
  if (!answer.empty() && !answer.starts_with("HTTP/1.")) std::abort();
}

static const ironbus::fuzz_target connection_target{"connection", feed_connection};
