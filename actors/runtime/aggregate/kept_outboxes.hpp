#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace ironbus {

/// The outboxes of an aggregate that the store must keep. If this process dies, messages on a bus
/// without durable storage are lost until their receivers have handled them. An outbox is marked as
/// published when no message in it, or in an earlier one, can be lost.
///
/// The aggregate does not wait for that, and may leave memory before. Thread safe.
class kept_outboxes : public std::enable_shared_from_this<kept_outboxes> {
public:
  /// Called on any thread with the version up to which everything is published.
  using mark = std::function<void(uint64_t version)>;

  explicit kept_outboxes(mark published) : published_{std::move(published)} {}

  /// Adds the outbox of a commit, or the rest of one. Call the returned function once for each of
  /// its parts.
  std::function<void()> keep(uint64_t version, size_t parts);

private:
  struct outbox {
    uint64_t number = 0;
    uint64_t version = 0;
    size_t parts = 0;  ///< Parts that are not done yet.
  };

  void part_done(uint64_t number);

  const mark published_;
  std::mutex mutex_;  ///< Guards the next two.
  std::deque<outbox> outboxes_;
  uint64_t last_number_ = 0;
};

}  // namespace ironbus
