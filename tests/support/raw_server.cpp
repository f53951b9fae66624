#include "tests/support/raw_server.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace ironbus::test {

namespace {

size_t length_in(const std::string& head) {
  const auto place = head.find("Content-Length: ");
  return place == std::string::npos ? 0 : std::stoul(head.substr(place + 16));
}

/// Reads the head and body of a request; empty if the client has disconnected.
std::string read_whole(int client) {
  std::string out;
  std::array<char, 65536> part{};
  for (;;) {
    const auto end = out.find("\r\n\r\n");
    if (end != std::string::npos && out.size() >= end + 4 + length_in(out)) return out;
    const auto n = ::recv(client, part.data(), part.size(), 0);
    if (n <= 0) return {};
    out.append(part.data(), static_cast<size_t>(n));
  }
}

}  // namespace

raw_server::raw_server(answerer answer) : answer_{std::move(answer)} {
  listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in endpoint{};
  endpoint.sin_family = AF_INET;
  endpoint.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof endpoint;
  auto* address = reinterpret_cast<sockaddr*>(&endpoint);
  if (::bind(listening_, address, length) != 0 || ::listen(listening_, 16) != 0)
    throw std::runtime_error("the test's server cannot listen");
  ::getsockname(listening_, address, &length);
  port_ = ntohs(endpoint.sin_port);
  thread_ = std::thread{[this] { serve(); }};
}

raw_server::~raw_server() {
  ::shutdown(listening_, SHUT_RDWR);
  thread_.join();
  ::close(listening_);
}

void raw_server::serve() {
  for (;;) {
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    talk(client);
    ::close(client);
  }
}

void raw_server::talk(int client) {
  const auto request = read_whole(client);
  if (request.empty()) return;
  requests_.push_back(request);
  answer_(request, [client](const std::string& text) {
    return ::send(client, text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  });
}

std::string http_text(int status, const std::string& body, const std::string& headers) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Type: application/json\r\n" +
         headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace ironbus::test
