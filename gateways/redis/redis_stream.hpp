#pragma once

#include "gateways/redis/redis_socket.hpp"

#include <chrono>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

namespace ironbus::redis {

/// A byte stream to a server. One thread. After a failure (`unavailable` with the reason) it is
/// unusable.
class stream {
public:
  explicit stream(socket_handle socket) : socket_{std::move(socket)} {}
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  virtual ~stream() = default;

  /// Reads at least one byte; waits until one arrives.
  virtual result<size_t> read(std::span<char> target) = 0;
  /// Writes all bytes.
  virtual result<std::monostate> write(std::string_view bytes) = 0;
  /// Whether the stream is open without unread bytes. Does not wait.
  virtual bool is_quiet() = 0;

  int socket() const { return socket_.get(); }
  /// Limits the time to wait for the server; without a call there is no limit.
  void limit_wait(std::chrono::milliseconds timeout) const;

private:
  socket_handle socket_;
};

/// A stream without TLS.
std::unique_ptr<stream> make_plain_stream(socket_handle socket);

/// The error if the server does not answer within the time of limit_wait().
inline constexpr std::string_view no_answer_text = "no answer in time";
inline constexpr std::string_view closed_text = "the server has closed the connection";

}  // namespace ironbus::redis
