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
  std::string reply_to;      ///< As the broker has rewritten it.
  bool dead = false;         ///< It came by the dead-letter exchange.
  bool redelivered = false;  ///< It has been out before.
  uint32_t deliveries = 0;
};

/// A quorum queue of RabbitMQ. What comes back is delivered before what has never been out, in the
/// order in which it came back; what has come back too often is dead. A single active consumer is
/// the one that has been there longest; once it is cancelled the next one is served, though the
/// first may still hold deliveries.
class broker_queue {
public:
  using consumer_number = uint64_t;

  struct options {
    bool own = false;  ///< Of one connection and gone with it, or with its consumer.
    bool single_active = false;
    bool is_log = false;           ///< Counts what it takes, and keeps nothing of it.
    size_t length_max = 0;         ///< Drops the oldest beyond it; 0: unbounded.
    uint32_t delivery_limit = 20;  ///< Returns of one message; 0: unbounded.
  };
  struct handout {
    consumer_number receiver = 0;
    uint64_t number = 0;  ///< Names it to ack() and give_back(); 0: needs neither.
    broker_letter what;
  };

  broker_queue(std::string name, uint64_t number, options how)
      : name_{std::move(name)}, number_{number}, how_{how} {}

  const std::string& name() const { return name_; }
  uint64_t number() const { return number_; }
  const options& how() const { return how_; }
  /// What is in it, also what is out.
  size_t depth() const { return logged_ + waiting_.size() + returned_.size() + out_.size(); }
  size_t waiting() const { return waiting_.size() + returned_.size(); }
  std::vector<std::shared_ptr<const outgoing>> content() const;

  void push(broker_letter letter);
  void add_consumer(consumer_number number, uint16_t prefetch);
  /// It gets no more; what it holds stays out.
  void remove_consumer(consumer_number number);
  /// The consumer that is served now, of those that stand by.
  std::optional<consumer_number> active() const;

  /// The next message for a consumer with room; consumers take turns.
  std::optional<handout> next();
  void ack(uint64_t number);
  /// Back into the queue or, not to be requeued or too often, given back as dead.
  std::optional<broker_letter> give_back(uint64_t number, bool requeue);
  /// The broker was down: consumers are gone, what was out is back, what is not durable is lost.
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
  std::deque<consumer> consumers_;  ///< The one whose turn it is first.
};

}  // namespace ironbus::simulation
