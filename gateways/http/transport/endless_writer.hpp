#pragma once

#include "gateways/http/transport/message.hpp"

#include <chrono>
#include <cstddef>

namespace ironbus::http {

/// If fewer bytes are unsent, the writer asks for more.
inline constexpr size_t refill_threshold = size_t{32} << 10;

/// How long a client has to receive the last bytes before the connection closes.
inline constexpr std::chrono::seconds final_send_timeout{1};

/// Writes the endless rest of an answer. The members that `stream` lacks are called by the
/// connection on its strand.
class endless_writer : public stream {
public:
  virtual void begin() = 0;
  /// The server stops: sends the final message if there is one, then ends the connection.
  virtual void leave() = 0;
  /// The connection was closed.
  virtual void end() = 0;
  /// Whether the client was dropped because it reads too slowly.
  virtual bool lagged() const = 0;
};

}  // namespace ironbus::http
