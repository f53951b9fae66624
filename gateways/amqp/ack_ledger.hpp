#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ironbus::amqp {

/// Turns acks in any order into few frames on the wire. Pure: no clock, no socket; one thread.
///
/// All consumers of a connection share one channel, so the tags of all queues are one sequence.
/// AMQP can say "all up to this tag", which is right only while nothing older is still being worked
/// on. What lies beyond such a gap is held back a moment in the hope that the gap closes, then
/// acked one by one: a slow message must not use up the prefetch of the others.
class ack_ledger {
public:
  using time_point = std::chrono::steady_clock::time_point;

  struct limits {
    std::chrono::microseconds window{2000};     ///< How long an ack may wait for company.
    std::chrono::microseconds hold_max{20000};  ///< How long it may wait for a gap to close.
    size_t held_max = 64;                       ///< How many may.
  };

  /// What to send now.
  struct plan {
    std::optional<uint64_t> up_to;  ///< One ack with `multiple`.
    std::vector<uint64_t> singles;
    size_t count = 0;  ///< Deliveries that the whole plan settles.
  };

  explicit ack_ledger(limits x) : limits_(x) {}

  /// A delivery to be acked came in. Tags grow; gaps are deliveries that need no ack.
  void delivered(uint64_t tag, uint32_t consumer, uint16_t prefetch);
  /// It may be acked; false if the tag is unknown or already settled.
  bool acked(uint64_t tag, time_point now);
  /// It is settled otherwise, by a reject; false as above.
  bool dropped(uint64_t tag);
  /// Unsettled tags of a consumer that ends, in order; they count as dropped.
  std::vector<uint64_t> take_back(uint32_t consumer);

  /// When take() has something to send; nullopt: never, as things stand.
  std::optional<time_point> due() const;
  /// What is to be sent at `now`; with `all` nothing is held back.
  plan take(time_point now, bool all = false);

  /// The channel is gone and its tags with it.
  void clear();

private:
  enum class mark : uint8_t { open, acked, gone };
  struct entry {
    uint64_t tag;
    uint32_t consumer;
    mark state;
  };
  struct share {
    size_t unsent = 0;
    size_t unsent_max = 1;
  };

  entry* find(uint64_t tag);
  void take_prefix(plan& out);
  void take_held(plan& out);
  bool gap_too_wide(time_point now) const;
  void sent(const entry& x);

  limits limits_;
  std::deque<entry> entries_;  ///< Begins with the oldest that is not settled on the wire.
  std::unordered_map<uint32_t, share> shares_;
  size_t unsent_ = 0;
  size_t pressed_ = 0;  ///< Consumers whose prefetch the unsent acks begin to use up.
  time_point oldest_unsent_{};
};

}  // namespace ironbus::amqp
