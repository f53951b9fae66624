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

/// A reference that each queue with the message holds. When the last one is released, the message
/// is handled.
using receipt = std::shared_ptr<void>;

/// A queue with the behaviour of RabbitMQ's quorum queues: messages stay in order, a returned one
/// regains its position, and one that returns too often is dead-lettered. Pure: no lock, no thread.
class queue {
public:
  using consumer_id = uint64_t;

  struct options {
    bool single_active = false;  ///< Deliver only to the oldest consumer.
    size_t length_max = 0;       ///< Drops the oldest messages above it; 0: no limit.
    int delivery_limit = 20;     ///< Deliveries of one message.
  };

  struct handout {
    consumer_id receiver = 0;
    delivery what;
  };

  queue(std::string name, options x) : name_(std::move(name)), options_(x) {}

  const std::string& name() const { return name_; }
  size_t size() const { return waiting_.size(); }

  /// Appends a message. Overwrites its `queue` and `tag`.
  void push(delivery delivery, receipt held = {});

  void add_consumer(consumer_id x, uint16_t prefetch);
  /// Returns the consumer's unacknowledged messages to the queue. The result is the ones that are
  /// dead-lettered.
  std::vector<delivery> remove_consumer(consumer_id consumer_id);

  /// The next message and a consumer with capacity. The message gets `tag` unless the consumer
  /// needs no acks. Unset without a message or a free consumer. Consumers take turns.
  std::optional<handout> next(uint64_t tag);

  /// False if the tag is not outstanding.
  bool ack(uint64_t tag);
  /// Returns a message to the queue. The result is the message if it is dead-lettered: not
  /// requeued, or returned too often.
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
  std::deque<consumer> consumers_;      ///< Starts with the next in turn.
  uint64_t last_position_ = 0;
};

}  // namespace ironbus::local
