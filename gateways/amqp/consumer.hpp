#pragma once

#include "messages/ports/bus.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::amqp {

/// A subscription and what the bus keeps about it.
struct consumer {
  consumer(uint32_t number, subscription x, bus::handler f)
      : id(number), spec(std::move(x)), deliver(std::move(f)), queue(spec.queue) {}

  const uint32_t id;
  const subscription spec;
  const bus::handler deliver;
  /// Declared name; of an own queue another one with each connection, because the broker may not
  /// yet have noticed the end of the one before. Touched by whoever owns the connection.
  std::string queue;
  std::atomic<bool> ended{false};  ///< Unsubscribed: hand it nothing more.
};

/// Its name at the broker. It tells by itself whether deliveries are to be acked, also when the
/// consumer is already forgotten: rejecting what needs no ack would cost the channel.
inline std::string consumer_tag(const consumer& x) {
  return (x.spec.prefetch > 0 ? "acks-" : "free-") + std::to_string(x.id);
}
inline bool needs_ack(std::string_view consumer_tag) { return consumer_tag.starts_with("acks-"); }

using consumer_list = std::vector<std::shared_ptr<consumer>>;

}  // namespace ironbus::amqp
