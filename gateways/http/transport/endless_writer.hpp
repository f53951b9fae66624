#pragma once

#include "gateways/http/transport/message.hpp"

#include <chrono>
#include <cstddef>

namespace ironbus::http {

/// Unsent bytes below which more is asked for.
inline constexpr size_t little_unsent = size_t{32} << 10;

/// How long a client that is told to go may take what is on its way.
inline constexpr std::chrono::seconds last_patience{1};

/// What writes the endless rest of an answer. The members that `stream` does not have are the
/// connection's, on its strand.
class endless_writer : public stream {
public:
  virtual void begin() = 0;
  /// The server stops: the client is told if there are words for it, then the connection ends.
  virtual void leave() = 0;
  /// The connection is closed.
  virtual void end() = 0;
  /// It was dropped, as its client reads too slowly.
  virtual bool lagged() const = 0;
};

}  // namespace ironbus::http
