#pragma once

#include "messages/platform/metrics.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ironbus {

/// Deliveries received and neither acknowledged nor returned. The thread that ends the actors waits
/// until there are none. Any thread may count.
class deliveries_in_work {
public:
  void operator++() { ++shown_; }
  /// Takes the lock only for the last one. The waiting thread reads the number under the lock, so
  /// it cannot miss the notification.
  void operator--() {
    --shown_;
    if (shown_ > 0) return;
    std::lock_guard guard{mutex_};
    none_.notify_all();
  }

  /// Waits until there are none, for at most `limit`; returns whether there are none.
  bool await_none(std::chrono::milliseconds limit) {
    std::unique_lock lock{mutex_};
    return none_.wait_for(lock, limit, [this] { return shown_ <= 0; });
  }

private:
  metrics::gauge shown_{{"ironbus_conductor_messages_in_work",
                         "Deliveries received and neither acknowledged nor returned."}};
  std::mutex mutex_;  ///< Guards no data; orders the last delivery and the waiting thread.
  std::condition_variable none_;
};

}  // namespace ironbus
