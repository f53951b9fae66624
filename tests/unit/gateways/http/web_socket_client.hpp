#pragma once

#include "client.hpp"

#include <cstdint>
#include <string>

namespace ironbus::test {

inline constexpr int text_frame = 1;
inline constexpr int goodbye_frame = 8;
inline constexpr int ping_frame = 9;
inline constexpr int pong_frame = 10;

/// A complete, unmasked frame of a server (RFC 6455).
struct frame {
  int opcode = -1;  ///< -1: the server closed instead.
  std::string payload;

  /// The code of a close frame.
  int code() const;
  std::string reason() const { return payload.size() > 2 ? payload.substr(2) : ""; }
};

/// The head of a client's handshake with the example key of RFC 6455; `more`: additional lines.
std::string handshake(const std::string& target, const std::string& more = {});

/// A WebSocket on a raw connection.
class web_socket_client {
public:
  explicit web_socket_client(uint16_t port) : raw_(port) {}

  answer open(const std::string& target, const std::string& more = {});
  void send(int opcode, const std::string& payload);
  frame read();
  /// The next frame that is not a ping.
  frame read_past_pings();
  client& raw() { return raw_; }

private:
  bool have(size_t bytes);

  client raw_;
  std::string buffer_;
};

}  // namespace ironbus::test
