#pragma once

#include "messages/ports/bus.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulation {

/// A message in a queue.
struct broker_letter {
  std::shared_ptr<const outgoing> message;
  std::string reply_to;      ///< As rewritten by the broker.
  bool dead = false;         ///< It arrived by the dead-letter exchange.
  bool redelivered = false;  ///< It was delivered before.
  uint32_t deliveries = 0;
};

/// A quorum queue of RabbitMQ. Returned messages are delivered before new ones, in the order of
/// their return. A message that returns too often becomes a dead letter. The single active consumer
/// is the oldest one. When it is cancelled, the next one becomes active, although the first may
/// still hold deliveries.
class broker_queue {
public:
  using consumer_number = uint64_t;

  struct options {
    bool own = false;  ///< Exclusive: deleted with its connection or its consumer.
    bool single_active = false;
    bool is_log = false;           ///< Counts messages and stores none.
    size_t length_max = 0;         ///< Drops the oldest messages beyond it; 0: unlimited.
    uint32_t delivery_limit = 20;  ///< Maximum number of returns of a message; 0: unlimited.
  };
  struct handout {
    consumer_number receiver = 0;
    uint64_t number = 0;  ///< For ack() and give_back(); 0: needs neither.
    broker_letter what;
  };

  broker_queue(std::string name, uint64_t number, options how)
      : name_{std::move(name)}, number_{number}, how_{how} {}

  const std::string& name() const { return name_; }
  uint64_t number() const { return number_; }
  const options& how() const { return how_; }
  /// Number of messages, including unacknowledged ones.
  size_t depth() const { return logged_ + waiting_.size() + returned_.size() + out_.size(); }
  size_t waiting() const { return waiting_.size() + returned_.size(); }
  std::vector<std::shared_ptr<const outgoing>> content() const;

  void push(broker_letter letter);
  void add_consumer(consumer_number number, uint16_t prefetch);
  /// Delivers nothing more to it; its deliveries stay unacknowledged.
  void remove_consumer(consumer_number number);
  /// The active consumer.
  std::optional<consumer_number> active() const;

  /// The next message for a consumer with free prefetch; round robin.
  std::optional<handout> next();
  void ack(uint64_t number);
  /// Requeues a message. Returns it as dead if it must not be requeued or was returned too often.
  std::optional<broker_letter> give_back(uint64_t number, bool requeue);
  /// Restarts the broker: removes consumers, requeues unacknowledged messages, drops transient
  /// messages.
  void restart();

private:
  struct consumer {
    consumer_number number = 0;
    uint16_t prefetch = 0;
    size_t out = 0;
    bool has_room() const { return prefetch == 0 || out < prefetch; }
  };
  struct held {
    broker_letter what;
    consumer_number holder = 0;
  };

  consumer* choose();
  consumer* find(consumer_number number);

  std::string name_;
  uint64_t number_;
  options how_;
  size_t logged_ = 0;
  uint64_t last_number_ = 0;
  std::deque<broker_letter> returned_;
  std::deque<broker_letter> waiting_;
  std::map<uint64_t, held> out_;
  std::deque<consumer> consumers_;  ///< The next one in turn comes first.
};

}  // namespace ironbus::simulation
