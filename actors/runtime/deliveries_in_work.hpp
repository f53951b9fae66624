#pragma once

#include "messages/platform/metrics.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ironbus {

/// Deliveries received and neither acknowledged nor returned. Whoever ends the actors waits for the
/// last of them. Any thread may count.
class deliveries_in_work {
public:
  void operator++() { ++shown_; }
  /// Takes the lock for the last one only. Who waits looks at the number with the lock held, so
  /// that the notice cannot come between the look and the wait.
  void operator--() {
    --shown_;
    if (shown_ > 0) return;
    std::lock_guard guard{mutex_};
    none_.notify_all();
  }

  /// Returns once there are none, or after `limit`; whether there are none.
  bool await_none(std::chrono::milliseconds limit) {
    std::unique_lock lock{mutex_};
    return none_.wait_for(lock, limit, [this] { return shown_ <= 0; });
  }

private:
  metrics::gauge shown_{{"ironbus_conductor_messages_in_work",
                         "Deliveries received and neither acknowledged nor returned."}};
  std::mutex mutex_;  ///< Nothing is guarded by it; it orders the last one and who waits for it.
  std::condition_variable none_;
};

}  // namespace ironbus
