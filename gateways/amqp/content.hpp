#pragma once

#include "messages/ports/bus.hpp"

#include <amqp.h>

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus::amqp {

/// A received message: a delivery, or a publish that the broker returned.
struct content {
  bool returned = false;
  std::string consumer_tag;  ///< For a delivery.
  std::string message_id;
  delivery message;  ///< The caller sets `queue` and `tag.epoch`.
};

/// Assembles messages from the frames of a channel: method, header, any number of body frames.
class content_reader {
public:
  /// Adds a frame. Returns the message after its last frame. Ignores other frames.
  std::optional<content> take(const amqp_frame_t& frame);

private:
  void begin(const amqp_method_t& method);
  std::optional<content> finished();

  std::optional<content> open_;
  uint64_t body_bytes_ = 0;
};

}  // namespace ironbus::amqp
