#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

/// An outgoing message. The body is a CloudEvents 1.0 JSON object (envelope.hpp).
struct outgoing {
  std::string exchange{};  ///< Empty: directly to the queue named by `routing_key` (replies).
  std::string routing_key;
  std::string id;  ///< The body's CloudEvents id, repeated for brokers and logs.
  std::string body;
  std::string reply_to{};        ///< The address for the reply; see bus::reply_address.
  std::string correlation_id{};  ///< In a reply: the id of the command.
  bool durable = true;           ///< Survives a restart of the broker.
  /// If no queue takes it, fail with `not_found` instead of dropping it. For commands and steps.
  bool mandatory = false;
  /// A previous process may have published it already; see delivery::redelivered. Only relevant for
  /// a bus that loses its messages when the process dies.
  bool again = false;
  /// Called at most once, on a thread of the bus, when the sender's copy is no longer needed. A
  /// durable bus calls it on the confirm. Other buses call it when all receivers have acknowledged
  /// the message or it is a dead letter.
  std::function<void()> handled{};
};

/// Identifies a delivery for ack and reject; invalid once its connection is closed.
struct delivery_tag {
  uint64_t number = 0;
  uint32_t epoch = 0;
};

/// An incoming message.
struct delivery {
  std::string queue;
  std::string exchange;
  std::string routing_key;
  std::string body;
  std::string reply_to;
  std::string correlation_id;
  bool redelivered = false;  ///< It was delivered before, maybe to another consumer.
  delivery_tag tag;
};

/// A queue to consume from; the bus declares it with its bindings.
struct subscription {
  /// Empty: a private queue that is deleted with this process (event followers).
  std::string queue;
  std::string exchange;
  std::vector<std::string> bindings;  ///< Routing keys (topic patterns where the exchange is one).
  /// The queue serves only one of its consumers at a time; the others stand by.
  bool single_active = false;
  /// Maximum number of unacknowledged deliveries; 0: deliveries need no ack.
  uint16_t prefetch = 64;
};

enum class bus_state : uint8_t { connecting, connected, blocked };

/// Carries messages between the roles: RabbitMQ or in-process, with one contract.
///
/// Thread safe. Handlers and callbacks run on a thread of the bus and must not block; deliveries of
/// one queue arrive in order. At-least-once delivery: after a reconnect, unacknowledged messages
/// are delivered again, and unconfirmed ones are published again in order.
class bus {
public:
  using publish_callback = std::function<void(result<std::monostate>)>;
  using handler = std::function<void(delivery)>;

  virtual ~bus() = default;

  /// Publishes. `done` (may be empty) is called once the bus has taken responsibility: never before
  /// the broker's confirm. `not_found` if the message is mandatory and unroutable, or the exchange
  /// does not exist; `unavailable` if a full queue rejects it; `too_large` or `invalid` if it can
  /// never be sent. Stays pending while the broker is away. With `fail_fast` it fails with
  /// `unavailable` at once, also if the connection is lost before the confirm; then the broker may
  /// or may not have it.
  virtual void publish(outgoing x, publish_callback done = {}, bool fail_fast = false) = 0;

  /// Consumes a queue from now on and after every reconnect. If the handler throws, the message
  /// goes to the dead letters.
  virtual void subscribe(subscription x, handler deliver) = 0;
  /// Ends the subscriptions of that queue name ("": all private queues); unacknowledged deliveries
  /// are returned. Does not wait for a running handler.
  virtual void unsubscribe(const std::string& queue) = 0;

  /// Marks a delivery as handled: it is never delivered again. Stale tags are ignored.
  virtual void ack(delivery_tag x) = 0;
  /// Returns a delivery to the queue (`requeue`), or sends it to the dead-letter exchange.
  virtual void reject(delivery_tag x, bool requeue) = 0;

  /// The address whose messages reach `on_reply`; they are lost if this process or its connection
  /// ends. Valid for the life of the process, also after reconnects.
  virtual std::string reply_address() const = 0;
  /// Sets the handler; replaces an earlier one.
  virtual void on_reply(handler deliver) = 0;

  /// Adds a listener for changes of the state. On `connecting` all unacknowledged deliveries become
  /// void.
  virtual void on_state(std::function<void(bus_state, const std::string& reason)> listen) = 0;
  virtual bus_state state() const = 0;

  /// Connects and starts deliveries; call after the first subscriptions.
  virtual void start() = 0;
  /// Stops deliveries, publishes pending messages for at most a few seconds, and ends the threads.
  virtual void stop() = 0;
};

}  // namespace ironbus
