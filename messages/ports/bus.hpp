#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

/// A message on its way out. The body is a CloudEvents 1.0 JSON object (envelope.hpp).
struct outgoing {
  std::string exchange{};  ///< Empty: straight to the queue named by `routing_key` (replies).
  std::string routing_key;
  std::string id;  ///< The body's CloudEvents id, repeated for brokers and logs.
  std::string body;
  std::string reply_to{};        ///< Where the answer should go; see bus::reply_address.
  std::string correlation_id{};  ///< In an answer: the id of the command it answers.
  bool durable = true;           ///< Survives a restart of the broker.
  /// Fail with `not_found` rather than drop when no queue takes it. For commands and steps.
  bool mandatory = false;
  /// A predecessor may have published it and died of what became of it; see delivery::redelivered.
  /// Counts on a bus that forgets what it carried when the process dies.
  bool again = false;
  /// Called at most once, on a thread of the bus's, when nobody needs the sender's copy any more:
  /// with the confirm where the bus keeps what it has taken, else when all who got the message have
  /// acknowledged it or it is with the dead letters.
  std::function<void()> handled{};
};

/// Names a delivery for ack and reject; of no use once the connection it came by is gone.
struct delivery_tag {
  uint64_t number = 0;
  uint32_t epoch = 0;
};

/// A message that came in.
struct delivery {
  std::string queue;
  std::string exchange;
  std::string routing_key;
  std::string body;
  std::string reply_to;
  std::string correlation_id;
  bool redelivered = false;  ///< It has been delivered before, maybe to somebody else.
  delivery_tag tag;
};

/// A queue to consume from, declared by the bus together with its bindings.
struct subscription {
  std::string queue;  ///< Empty: an own queue that ends with this process (event followers).
  std::string exchange;
  std::vector<std::string> bindings;  ///< Routing keys (topic patterns where the exchange is one).
  /// Only one of all consumers of the queue is served at a time, the others stand by.
  bool single_active = false;
  /// Unacknowledged deliveries at most; 0: deliveries need no ack.
  uint16_t prefetch = 64;
};

enum class bus_state : uint8_t { connecting, connected, blocked };

/// Carries messages between the roles; RabbitMQ or in-process, one contract.
///
/// Thread safe. Handlers and callbacks run on a thread of the bus's and must not block; deliveries
/// of one queue arrive in order. At least once: after a reconnect what was unacknowledged is
/// delivered again, and what was unconfirmed is published again, in its order.
class bus {
public:
  using publish_callback = std::function<void(result<std::monostate>)>;
  using handler = std::function<void(delivery)>;

  virtual ~bus() = default;

  /// Publishes; `done` (may be empty) is called once the bus has taken responsibility: never
  /// before the broker's confirm. `not_found` if mandatory and unroutable, or if there is no such
  /// exchange; `unavailable` if a full queue refuses it; `too_large` or `invalid` if it can never
  /// be sent. Stays pending while the broker is away unless `fail_fast`, then `unavailable` at
  /// once, also if the connection is lost before the confirm: it may or may not have been taken.
  virtual void publish(outgoing x, publish_callback done = {}, bool fail_fast = false) = 0;

  /// Consumes a queue from now on and after every reconnect. A message whose handler throws goes to
  /// the dead letters.
  virtual void subscribe(subscription x, handler deliver) = 0;
  /// Ends the subscriptions of that queue name, with "" all own queues; unacknowledged deliveries
  /// go back. A handler that is running is not waited for.
  virtual void unsubscribe(const std::string& queue) = 0;

  /// Done with a delivery: never deliver it again. Stale tags are ignored.
  virtual void ack(delivery_tag x) = 0;
  /// Give a delivery back (`requeue`), or to the dead-letter exchange.
  virtual void reject(delivery_tag x, bool requeue) = 0;

  /// Messages to this address reach `on_reply`; they are lost if this process or its connection
  /// ends. Valid for the life of the process: the bus keeps it across reconnects.
  virtual std::string reply_address() const = 0;
  /// Only the last one set is called.
  virtual void on_reply(handler deliver) = 0;

  /// Adds a listener, called with every change of state. On `connecting` all deliveries not yet
  /// acknowledged are void.
  virtual void on_state(std::function<void(bus_state, const std::string& reason)> listen) = 0;
  virtual bus_state state() const = 0;

  /// Connects and starts the deliveries; call after the first subscriptions are made.
  virtual void start() = 0;
  /// Stops deliveries, publishes what is still pending for at most a few seconds, ends the threads.
  virtual void stop() = 0;
};

}  // namespace ironbus
