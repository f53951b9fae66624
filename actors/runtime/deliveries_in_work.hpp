#pragma once

#include "messages/platform/metrics.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ironbus {

/// Deliveries taken and neither acknowledged nor given back. Whoever ends the actors waits for the
/// last of them. Any thread may count.
class deliveries_in_work {
public:
  void operator++() { ++shown_; }
  void operator--();

  /// Returns once there are none, or after `limit`; whether there are none.
  bool await_none(std::chrono::milliseconds limit);

private:
  metrics::gauge shown_{{"ironbus_conductor_messages_in_work",
                         "Deliveries taken and neither acknowledged nor given back."}};
  std::mutex mutex_;  ///< Nothing is guarded by it; it orders the last one and who waits for it.
  std::condition_variable none_;
};

}  // namespace ironbus
