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

/// A RabbitMQ in virtual time with the exchanges of routing.hpp, and its faults. Processes use it
/// by a `bus_link` (bus_link.hpp) each. It must outlive the events of its loop.
///
/// Queues of subscriptions are quorum queues (broker_queue.hpp) and stay; own queues end with
/// their connection. What is rejected or returns too often goes to `ironbus.dead` under its own
/// routing key. The event log takes every event and keeps only their number.
class simulated_broker {
public:
  using connection_ptr = std::shared_ptr<broker_connection>;
  using message_ptr = std::shared_ptr<const outgoing>;

  struct options {
    delay_range delay{};
    /// Silence after which either end gives a connection up.
    std::chrono::nanoseconds heartbeat = std::chrono::seconds{10};
    uint32_t delivery_limit = 20;  ///< As amqp_options, and so are the next two.
    size_t dead_letters_max = 100'000;
    size_t own_queue_length_max = 100'000;
  };

  simulated_broker(event_loop& loop, random_stream random) : simulated_broker{loop, random, {}} {}
  simulated_broker(event_loop& loop, random_stream random, options how);

  /// It stops. Connections, own queues, consumers and what is not durable are gone; of what is on
  /// its way some is taken before.
  void crash();
  void start();
  /// Short of memory: links are `blocked`, and what they publish is not taken until it ends.
  void set_blocked(bool blocked);
  /// Of each way, there and back, from now on.
  void set_delay(std::chrono::nanoseconds least, std::chrono::nanoseconds most) {
    how_.delay = {least, most};
  }
  /// One in so many publishes is taken twice, as if its confirm had been lost; 0: none.
  void repeat_publish(uint64_t one_in) { repeat_one_in_ = one_in; }
  /// After one in so many publishes is taken, the connection is lost instead of a confirm; 0: none.
  void lose_confirm(uint64_t one_in) { lose_one_in_ = one_in; }

  /// One in so many publishes is refused by a negative confirm; 0: none.
  void refuse_publish(uint64_t one_in) { refuse_one_in_ = one_in; }

  bool is_up() const { return up_; }
  bool is_blocked() const { return blocked_; }
  /// What is in a queue, also what is out with consumers; 0 if there is none of that name.
  size_t depth(const std::string& queue) const;
  /// The same of what waits.
  size_t waiting(const std::string& queue) const;
  std::vector<message_ptr> content(const std::string& queue) const;
  std::vector<message_ptr> dead_letters() const;
  /// Names of all queues.
  std::vector<std::string> queues() const;
  /// Called with each message that an exchange takes, each time it does.
  void observe(std::function<void(const outgoing&)> taken) { taken_ = std::move(taken); }

  // -- for the links ---

  const options& how() const { return how_; }
  /// Null if it is down.
  connection_ptr accept(std::weak_ptr<bus_session> client, random_stream random);
  /// `number` is that of the confirm.
  void take(broker_connection& link, const message_ptr& message, uint64_t number);
  /// Declares and binds the queue, then consumes it; `consumer` is the client's number.
  void consume(broker_connection& link, uint32_t consumer, const subscription& asked);
  void cancel(broker_connection& link, uint32_t consumer);
  void ack(broker_connection& link, uint64_t tag);
  void reject(broker_connection& link, uint64_t tag, bool requeue);
  /// Its deliveries go back, its consumers and own queues are gone.
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
  /// Lane of the confirm; nothing if no queue takes it.
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
