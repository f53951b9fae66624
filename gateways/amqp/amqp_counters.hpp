#pragma once

#include <atomic>
#include <cstdint>

namespace ironbus {

/// What a bus has done since its construction. May be read from any thread at any time; each number
/// is exact, but two of them are not of the same moment.
struct amqp_counters {
  std::atomic<uint64_t> published{0};  ///< Written to a connection; again after each reconnect.
  std::atomic<uint64_t> confirmed{0};  ///< Settled by the broker: taken, returned or refused.
  std::atomic<uint64_t> returned{0};   ///< Mandatory and unroutable.
  std::atomic<uint64_t> refused{0};    ///< Not taken by a queue that was full or failing.
  std::atomic<uint64_t> delivered{0};
  std::atomic<uint64_t> redelivered{0};  ///< Of those delivered: flagged as such.
  std::atomic<uint64_t> acked{0};
  std::atomic<uint64_t> ack_frames{0};  ///< Frames it took; fewer, the better the acks are batched.
  std::atomic<uint64_t> rejected{0};
  std::atomic<uint64_t> replies{0};
  std::atomic<uint64_t> reconnects{0};  ///< Connections made after the first one.
};

}  // namespace ironbus
