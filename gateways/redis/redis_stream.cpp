#include "gateways/redis/redis_stream.hpp"

#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace ironbus::redis {

namespace {

tl::unexpected<failure> socket_failure() {
  const bool late = errno == EAGAIN;
  return fail(error_code::unavailable,
              late ? std::string{no_answer_text} : std::string{std::strerror(errno)});
}

class plain_stream final : public stream {
public:
  using stream::stream;

  result<size_t> read(std::span<char> target) override {
    const auto count = recv(socket(), target.data(), target.size(), 0);
    if (count > 0) return static_cast<size_t>(count);
    if (count < 0 && errno == EINTR) return read(target);
    if (count < 0) return socket_failure();
    return fail(error_code::unavailable, std::string{closed_text});
  }

  result<std::monostate> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const auto count = send(socket(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count > 0)
        bytes.remove_prefix(static_cast<size_t>(count));
      else if (errno != EINTR)
        return socket_failure();
    }
    return std::monostate{};
  }

  bool is_quiet() override {
    char byte = 0;
    const auto count = recv(socket(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count < 0 && (errno == EAGAIN || errno == EINTR);
  }
};

}  // namespace

void stream::limit_wait(std::chrono::milliseconds timeout) const {
  const auto count = timeout.count();
  const timeval limit{count / 1000, (count % 1000) * 1000};
  setsockopt(socket(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(socket(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

std::unique_ptr<stream> make_plain_stream(socket_handle socket) {
  return std::make_unique<plain_stream>(std::move(socket));
}

}  // namespace ironbus::redis
