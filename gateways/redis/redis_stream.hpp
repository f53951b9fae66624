#pragma once

#include "gateways/redis/redis_socket.hpp"

#include <chrono>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

namespace ironbus::redis {

/// Bytes to and from a server. One thread. After a failure, which is `unavailable` and says why, it
/// is of no further use.
class stream {
public:
  explicit stream(socket_handle socket) : socket_{std::move(socket)} {}
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  virtual ~stream() = default;

  /// At least one byte, as soon as there is one.
  virtual result<size_t> read(std::span<char> target) = 0;
  /// All of them.
  virtual result<std::monostate> write(std::string_view bytes) = 0;
  /// Whether it is open and has no byte for us; does not wait.
  virtual bool is_quiet() = 0;

  int socket() const { return socket_.get(); }
  /// How long the server may take for what we wait for; at first for ever.
  void limit_wait(std::chrono::milliseconds timeout) const;

private:
  socket_handle socket_;
};

/// In the clear.
std::unique_ptr<stream> make_plain_stream(socket_handle socket);

/// What is said of a server that lets us wait for longer than limit_wait() has allowed.
inline constexpr std::string_view no_answer_text = "no answer in time";
inline constexpr std::string_view closed_text = "the server has closed the connection";

}  // namespace ironbus::redis
