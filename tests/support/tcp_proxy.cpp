#include "tests/support/tcp_proxy.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace ironbus::test {

namespace {

int connect_to(const std::string& host, uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return -1;
  int fd = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && ::connect(fd, found->ai_addr, found->ai_addrlen) != 0) {
    ::close(fd);
    fd = -1;
  }
  freeaddrinfo(found);
  return fd;
}

bool send_all(int descriptor, const char* data, ssize_t size) {
  while (size > 0) {
    auto n = ::send(descriptor, data, static_cast<size_t>(size), MSG_NOSIGNAL);
    if (n <= 0) return false;
    data += n;
    size -= n;
  }
  return true;
}

}  // namespace

tcp_proxy::tcp_proxy(std::string host, uint16_t port) : host_(std::move(host)), server_port_(port) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof here;
  auto* generic = reinterpret_cast<sockaddr*>(&here);
  if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, generic, &size) != 0)
    throw std::runtime_error{"the test's proxy cannot listen"};
  port_ = ntohs(here.sin_port);
  acceptor_ = std::thread{[this] { accept_all(); }};
}

tcp_proxy::~tcp_proxy() {
  down_ = true;
  ::shutdown(listener_, SHUT_RDWR);  // ends accept()
  acceptor_.join();
  break_links();
  ::close(listener_);
}

void tcp_proxy::cut() {
  down_ = true;
  break_links();
  frozen_ = false;
}

void tcp_proxy::end_answers() {
  std::lock_guard guard{mutex_};
  for (const auto& x : links_) ::shutdown(x.client, SHUT_WR);
}

void tcp_proxy::accept_all() {
  for (;;) {
    int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    open(client);
  }
}

void tcp_proxy::open(int client) {
  std::lock_guard guard{mutex_};  // so that cut() either sees the link or prevents it
  int server = down_ ? -1 : connect_to(host_, server_port_);
  if (server < 0) {
    ::close(client);
    return;
  }
  auto& x = links_.emplace_back();
  x.client = client;
  x.server = server;
  x.up = std::thread{[this, client, server] { carry(client, server, true); }};
  x.down = std::thread{[this, client, server] { carry(server, client, false); }};
}

void tcp_proxy::carry(int begin, int descriptor, bool freezable) {
  char buffer[65536];
  for (;;) {
    auto n = ::recv(begin, buffer, sizeof buffer, 0);
    if (n <= 0) break;
    if (freezable && frozen_) continue;  // discarded
    if (!send_all(descriptor, buffer, n)) break;
  }
  ::shutdown(begin, SHUT_RDWR);
  ::shutdown(descriptor, SHUT_RDWR);
}

void tcp_proxy::break_links() {
  std::lock_guard guard{mutex_};
  for (auto& x : links_) {
    ::shutdown(x.client, SHUT_RDWR);
    ::shutdown(x.server, SHUT_RDWR);
    x.up.join();
    x.down.join();
    ::close(x.client);
    ::close(x.server);
  }
  links_.clear();
}

}  // namespace ironbus::test
