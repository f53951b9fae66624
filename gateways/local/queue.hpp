#pragma once

#include "messages/ports/bus.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ironbus::local {

/// Held by every queue that a message is in; the last one that lets go says that it is handled.
using receipt = std::shared_ptr<void>;

/// A queue as RabbitMQ's quorum queues behave: in order, what goes back returns to its place, and
/// what comes back too often is dead. Pure: no lock, no thread.
class queue {
public:
  using consumer_id = uint64_t;

  struct options {
    bool single_active = false;  ///< Serve only the consumer that has been here longest.
    size_t length_max = 0;       ///< Drops the oldest beyond it; 0: unbounded.
    int delivery_limit = 20;     ///< Deliveries of one message.
  };

  struct handout {
    consumer_id receiver = 0;
    delivery what;
  };

  queue(std::string name, options x) : name_(std::move(name)), options_(x) {}

  const std::string& name() const { return name_; }
  size_t size() const { return waiting_.size(); }

  /// Puts a message at the end. `queue` and `tag` of it are ours.
  void push(delivery delivery, receipt held = {});

  void add_consumer(consumer_id x, uint16_t prefetch);
  /// What it has not acknowledged goes back; returns what died of that.
  std::vector<delivery> remove_consumer(consumer_id consumer_id);

  /// The next message for a consumer with room, marked with `tag` unless that one need not ack.
  /// nullopt: no message, or nobody has room. Consumers take turns.
  std::optional<handout> next(uint64_t tag);

  /// False if the tag is not out.
  bool ack(uint64_t tag);
  /// Gives it back; returns it if it is dead: not to be requeued, or too often.
  std::optional<delivery> reject(uint64_t tag, bool requeue);

private:
  struct letter {
    delivery content;
    receipt held;
    int deliveries = 0;
  };
  struct consumer {
    consumer_id id = 0;
    uint16_t prefetch = 0;
    size_t out = 0;
    bool has_room() const { return prefetch == 0 || out < prefetch; }
  };
  struct held {
    letter what;
    uint64_t position = 0;
    consumer_id holder = 0;
  };

  consumer* find(consumer_id x);
  consumer* choose();
  void release(const held& x);
  std::optional<delivery> put_back(held held);

  std::string name_;
  options options_;
  std::map<uint64_t, letter> waiting_;  ///< By position.
  std::map<uint64_t, held> out_;        ///< By tag.
  std::deque<consumer> consumers_;      ///< The one whose turn it is first.
  uint64_t last_position_ = 0;
};

}  // namespace ironbus::local
