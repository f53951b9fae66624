#include "gateways/redis/redis_dial.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

namespace ironbus::redis {

namespace {

using clock = std::chrono::steady_clock;

struct address_deleter {
  void operator()(addrinfo* x) const { freeaddrinfo(x); }
};
using addresses = std::unique_ptr<addrinfo, address_deleter>;

tl::unexpected<failure> unreachable(const server& address, std::string_view why) {
  return fail(error_code::unavailable, "Redis at " + address.host + ":" +
                                           std::to_string(address.port) + ": " + std::string{why});
}

result<addresses> look_up(const server& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  auto port = std::to_string(address.port);
  if (int error = getaddrinfo(address.host.c_str(), port.c_str(), &hints, &found); error != 0)
    return unreachable(address, gai_strerror(error));
  return addresses{found};
}

/// 0 when connected, else the errno.
int finish_connect(int socket, clock::time_point until,
                   const std::function<bool()>& while_waiting) {
  pollfd wait{socket, POLLOUT, 0};
  while (poll(&wait, 1, 1) == 0) {
    if (clock::now() >= until) return ETIMEDOUT;
    if (!while_waiting()) return ECANCELED;
  }
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

/// 0 when connected and blocking again, else the errno.
int connect_one(int socket, const addrinfo& address, clock::time_point until,
                const std::function<bool()>& while_waiting) {
  if (connect(socket, address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return errno;
    if (int error = finish_connect(socket, until, while_waiting); error != 0) return error;
  }
  int descriptor = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &descriptor, sizeof descriptor);
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &descriptor, sizeof descriptor);
  auto flags = fcntl(socket, F_GETFL);
  return fcntl(socket, F_SETFL, flags & ~O_NONBLOCK) == 0 ? 0 : errno;
}

}  // namespace

result<context> dial(const server& target, std::chrono::milliseconds timeout,
                     const std::function<bool()>& while_waiting) {
  auto until = clock::now() + timeout;
  auto found = look_up(target);
  if (!found) return tl::unexpected<failure>(found.error());
  int error = EHOSTUNREACH;
  for (auto* address = found->get(); address != nullptr; address = address->ai_next) {
    int socket = ::socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket < 0) {
      error = errno;
      continue;
    }
    error = connect_one(socket, *address, until, while_waiting);
    if (error == 0) {
      if (context made{redisConnectFd(socket)}) return made;
      error = ENOMEM;
    }
    close(socket);
  }
  return unreachable(target, std::strerror(error));
}

result<reply> ask(redisContext& address, std::initializer_list<std::string_view> command) {
  std::vector<const char*> texts;
  std::vector<size_t> sizes;
  for (auto part : command) {
    texts.push_back(part.data());
    sizes.push_back(part.size());
  }
  reply answer{static_cast<redisReply*>(
      redisCommandArgv(&address, static_cast<int>(texts.size()), texts.data(), sizes.data()))};
  if (!answer) return fail(error_code::unavailable, std::string{"Redis: "} + address.errstr);
  if (answer->type == REDIS_REPLY_ERROR)
    return fail(error_code::unavailable, "Redis: " + std::string{*command.begin()} + ": " +
                                             std::string{text_of(answer.get())});
  return answer;
}

void limit_wait(redisContext& context, std::chrono::milliseconds timeout) {
  auto count = timeout.count();
  redisSetTimeout(&context, timeval{count / 1000, (count % 1000) * 1000});
}

std::string_view text_of(const redisReply* x) {
  if (x == nullptr || x->str == nullptr) return {};
  return {x->str, static_cast<size_t>(x->len)};
}

}  // namespace ironbus::redis
