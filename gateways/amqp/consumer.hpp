#pragma once

#include "messages/ports/bus.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::amqp {

/// A subscription and its state in the bus.
struct consumer {
  consumer(uint32_t number, subscription x, bus::handler f)
      : id(number), spec(std::move(x)), deliver(std::move(f)), queue(spec.queue) {}

  const uint32_t id;
  const subscription spec;
  const bus::handler deliver;
  /// The declared name. A private queue gets a new name with each connection, because the broker
  /// may not have noticed the end of the previous one. Used only by the owner of the connection.
  std::string queue;
  std::atomic<bool> ended{false};  ///< Unsubscribed: deliver nothing more.
};

/// The consumer tag at the broker. It shows whether deliveries need acks, even after the consumer
/// is deleted: rejecting a delivery that needs no ack would close the channel.
inline std::string consumer_tag(const consumer& x) {
  return (x.spec.prefetch > 0 ? "acks-" : "free-") + std::to_string(x.id);
}
inline bool needs_ack(std::string_view consumer_tag) { return consumer_tag.starts_with("acks-"); }

using consumer_list = std::vector<std::shared_ptr<consumer>>;

}  // namespace ironbus::amqp
