#pragma once

#include "messages/ports/bus.hpp"

#include <amqp.h>

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus::amqp {

/// A message as it came off the wire: a delivery, or one of ours that the broker returned.
struct content {
  bool returned = false;
  std::string consumer_tag;  ///< Of a delivery.
  std::string message_id;
  delivery message;  ///< `queue` and `tag.epoch` are left to the reader.
};

/// Puts contents together from the frames of one channel: method, header, any number of bodies.
class content_reader {
public:
  /// Takes a frame; the content if that was its last one. Other frames are ignored.
  std::optional<content> take(const amqp_frame_t& frame);

private:
  void begin(const amqp_method_t& method);
  std::optional<content> finished();

  std::optional<content> open_;
  uint64_t body_bytes_ = 0;
};

}  // namespace ironbus::amqp
