#pragma once

#include "tests/simulation/doubles/broker_connection.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ironbus::simulation {

/// A simulated RabbitMQ in virtual time with the exchanges of routing.hpp, and with faults. Each
/// process uses it by its own `bus_link` (bus_link.hpp). It must outlive the events of its loop.
///
/// Queues of subscriptions are durable quorum queues (broker_queue.hpp); exclusive queues end with
/// their connection. A message that is rejected or returned too often goes to `ironbus.dead` with
/// its own routing key. The event log accepts every event and only counts them.
class simulated_broker {
public:
  using connection_ptr = std::shared_ptr<broker_connection>;
  using message_ptr = std::shared_ptr<const outgoing>;

  struct options {
    delay_range delay{};
    /// Silence after which either side closes a connection.
    std::chrono::nanoseconds heartbeat = std::chrono::seconds{10};
    uint32_t delivery_limit = 20;  ///< As in amqp_options, like the next two.
    size_t dead_letters_max = 100'000;
    size_t own_queue_length_max = 100'000;
  };

  simulated_broker(event_loop& loop, random_stream random) : simulated_broker{loop, random, {}} {}
  simulated_broker(event_loop& loop, random_stream random, options how);

  /// Stops the broker. Drops connections, exclusive queues, consumers and transient messages.
  /// Accepts some of the messages in transit first.
  void crash();
  void start();
  /// Simulates low memory: links are `blocked`, and the broker does not accept their messages
  /// until then.
  void set_blocked(bool blocked);
  /// Sets the delay of each direction.
  void set_delay(std::chrono::nanoseconds least, std::chrono::nanoseconds most) {
    how_.delay = {least, most};
  }
  /// Accepts one in that many publishes twice, as after a lost confirm; 0: none.
  void repeat_publish(uint64_t one_in) { repeat_one_in_ = one_in; }
  /// Closes the connection instead of confirming, for one in that many publishes; 0: none.
  void lose_confirm(uint64_t one_in) { lose_one_in_ = one_in; }

  /// Rejects one in that many publishes by a negative confirm; 0: none.
  void refuse_publish(uint64_t one_in) { refuse_one_in_ = one_in; }

  bool is_up() const { return up_; }
  bool is_blocked() const { return blocked_; }
  /// Number of messages in a queue, including unacknowledged ones; 0 if it does not exist.
  size_t depth(const std::string& queue) const;
  /// The same without unacknowledged ones.
  size_t waiting(const std::string& queue) const;
  std::vector<message_ptr> content(const std::string& queue) const;
  std::vector<message_ptr> dead_letters() const;
  /// Names of all queues.
  std::vector<std::string> queues() const;
  /// Sets a callback for each message that an exchange accepts.
  void observe(std::function<void(const outgoing&)> taken) { taken_ = std::move(taken); }

  // -- for the links ---

  const options& how() const { return how_; }
  /// Null if the broker is down.
  connection_ptr accept(std::weak_ptr<bus_session> client, random_stream random);
  /// `number`: of the confirm.
  void take(broker_connection& link, const message_ptr& message, uint64_t number);
  /// Declares and binds the queue, then consumes it. `consumer`: the client's number.
  void consume(broker_connection& link, uint32_t consumer, const subscription& asked);
  void cancel(broker_connection& link, uint32_t consumer);
  void ack(broker_connection& link, uint64_t tag);
  void reject(broker_connection& link, uint64_t tag, bool requeue);
  /// Requeues its deliveries; deletes its consumers and exclusive queues.
  void close(broker_connection& link);
  static bool is_known_exchange(std::string_view name);

private:
  struct served {
    connection_ptr link;
    uint32_t consumer = 0;
  };
  struct binding {
    std::string pattern;
    std::string queue;
    bool operator==(const binding&) const = default;
  };

  void declare_fixed();
  broker_queue& declare(const std::string& name, broker_queue::options how);
  void bind(const std::string& exchange, const std::string& pattern, const std::string& queue);
  void remove_queue(const std::string& name);
  broker_queue* find(const std::string& name);
  const broker_queue* find(const std::string& name) const;
  std::vector<broker_queue*> route(const outgoing& message);
  bool route_reply(const outgoing& message);
  /// Returns the lane of the confirm; unset if no queue accepts the message.
  std::optional<uint64_t> put(broker_connection& link, const message_ptr& message);
  void publish(broker_connection& link, const message_ptr& message, uint64_t number);
  void pump(broker_queue& queue);
  void hand_out(const broker_queue& queue, broker_queue::handout out);
  void bury(const std::vector<broker_letter>& dead);
  bool draws(uint64_t one_in) { return one_in > 0 && random_.one_in(one_in); }

  event_loop& loop_;
  random_stream random_;
  options how_;
  bool up_ = true;
  bool blocked_ = false;
  uint64_t repeat_one_in_ = 0;
  uint64_t lose_one_in_ = 0;
  uint64_t refuse_one_in_ = 0;
  std::function<void(const outgoing&)> taken_;
  std::map<std::string, broker_queue> queues_;
  std::map<std::string, std::vector<binding>> bindings_;  ///< By exchange.
  std::map<uint64_t, connection_ptr> connections_;
  std::map<broker_queue::consumer_number, served> consumers_;
  uint64_t last_queue_ = 0;
  uint64_t last_connection_ = 0;
  broker_queue::consumer_number last_consumer_ = 0;
};

}  // namespace ironbus::simulation
