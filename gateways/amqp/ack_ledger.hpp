#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ironbus::amqp {

/// Combines acks that arrive in any order into few frames. Pure: no clock, no socket; one thread.
///
/// All consumers of a connection share one channel, so the tags of all queues form one sequence.
/// AMQP can ack all tags up to a given one, which is correct only if no older delivery is still in
/// work. Acks above such a gap wait a moment for the gap to close, then they are sent one by one.
/// Otherwise a slow message would use up the prefetch of the others.
class ack_ledger {
public:
  using time_point = std::chrono::steady_clock::time_point;

  struct limits {
    std::chrono::microseconds window{2000};     ///< How long an ack may wait for others.
    std::chrono::microseconds hold_max{20000};  ///< How long it may wait for a gap to close.
    size_t held_max = 64;                       ///< How many may wait.
  };

  /// The acks to send now.
  struct plan {
    std::optional<uint64_t> up_to;  ///< One ack with `multiple`.
    std::vector<uint64_t> singles;
    size_t count = 0;  ///< Deliveries that the plan settles.
  };

  explicit ack_ledger(limits x) : limits_(x) {}

  /// Adds a delivery that needs an ack. Tags grow; gaps are deliveries that need no ack.
  void delivered(uint64_t tag, uint32_t consumer, uint16_t prefetch);
  /// Marks a delivery for an ack. False if the tag is unknown or already settled.
  bool acked(uint64_t tag, time_point now);
  /// Marks a delivery as settled by a reject. False as above.
  bool dropped(uint64_t tag);
  /// The unsettled tags of a consumer that ends, in order. They count as dropped.
  std::vector<uint64_t> take_back(uint32_t consumer);

  /// When take() has acks to send. Unset if it has none.
  std::optional<time_point> due() const;
  /// The acks to send at `now`. With `all` none are held back.
  plan take(time_point now, bool all = false);

  /// Clears everything, because the channel and its tags have ended.
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
  std::deque<entry> entries_;  ///< Starts with the oldest one that is unsettled at the broker.
  std::unordered_map<uint32_t, share> shares_;
  size_t unsent_ = 0;
  size_t pressed_ = 0;  ///< Consumers whose unsent acks start to use up the prefetch.
  time_point oldest_unsent_{};
};

}  // namespace ironbus::amqp
