#include "gateways/redis/redis_socket.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

namespace ironbus::redis {

namespace {

struct address_deleter {
  void operator()(addrinfo* x) const { freeaddrinfo(x); }
};
using addresses = std::unique_ptr<addrinfo, address_deleter>;

result<addresses> look_up(const server& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  auto port = std::to_string(address.port);
  if (int error = getaddrinfo(address.host.c_str(), port.c_str(), &hints, &found); error != 0)
    return fail(error_code::unavailable, gai_strerror(error));
  return addresses{found};
}

/// 0 if connected, else the errno.
int finish_connect(int socket, const patience& limit) {
  if (int error = wait_for(socket, POLLOUT, limit); error != 0) return error;
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

/// 0 if connected and in blocking mode again, else the errno.
int connect_one(int socket, const addrinfo& address, const patience& limit) {
  if (connect(socket, address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return errno;
    if (int error = finish_connect(socket, limit); error != 0) return error;
  }
  int enabled = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &enabled, sizeof enabled);
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &enabled, sizeof enabled);
  auto flags = fcntl(socket, F_GETFL);
  return fcntl(socket, F_SETFL, flags & ~O_NONBLOCK) == 0 ? 0 : errno;
}

}  // namespace

socket_handle::~socket_handle() {
  if (descriptor_ >= 0) close(descriptor_);
}

int wait_for(int socket, short events, const patience& limit) {
  pollfd wait{socket, events, 0};
  while (poll(&wait, 1, 1) <= 0) {
    if (std::chrono::steady_clock::now() >= limit.until) return ETIMEDOUT;
    if (!limit.while_waiting()) return ECANCELED;
  }
  return 0;
}

result<socket_handle> connect_to(const server& target, const patience& limit) {
  auto found = look_up(target);
  if (!found) return tl::unexpected<failure>(found.error());
  int error = EHOSTUNREACH;
  for (auto* address = found->get(); address != nullptr; address = address->ai_next) {
    socket_handle made{::socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    error = made.get() < 0 ? errno : connect_one(made.get(), *address, limit);
    if (error == 0) return made;
  }
  return fail(error_code::unavailable, std::strerror(error));
}

}  // namespace ironbus::redis
