#include "actors/runtime/deliveries_in_work.hpp"

namespace ironbus {

/// The lock is taken for the last one only. Who waits looks at the number with the lock held, so
/// that the notice cannot come between the look and the wait.
void deliveries_in_work::operator--() {
  --shown_;
  if (shown_ > 0) return;
  std::lock_guard guard{mutex_};
  none_.notify_all();
}

bool deliveries_in_work::await_none(std::chrono::milliseconds limit) {
  std::unique_lock lock{mutex_};
  return none_.wait_for(lock, limit, [this] { return shown_ <= 0; });
}

}  // namespace ironbus
