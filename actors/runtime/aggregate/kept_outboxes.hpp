#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace ironbus {

/// The outboxes of an aggregate that the store has to keep: what the bus has taken may be lost with
/// this process until its receivers have handled it. An outbox is marked as published when nothing
/// in it, nor in one before, can be lost.
///
/// The aggregate does not wait for it, and may leave memory meanwhile. Thread safe.
class kept_outboxes : public std::enable_shared_from_this<kept_outboxes> {
public:
  /// Called on any thread with the version up to which all is published.
  using mark = std::function<void(uint64_t version)>;

  explicit kept_outboxes(mark published) : published_{std::move(published)} {}

  /// The outbox of a commit, or what was left of it. What comes back is to be called once for each
  /// of its parts.
  std::function<void()> keep(uint64_t version, size_t parts);

private:
  struct outbox {
    uint64_t number = 0;
    uint64_t version = 0;
    size_t parts = 0;  ///< Not done yet.
  };

  void part_done(uint64_t number);

  const mark published_;
  std::mutex mutex_;  ///< Guards the next two.
  std::deque<outbox> outboxes_;
  uint64_t last_number_ = 0;
};

}  // namespace ironbus
