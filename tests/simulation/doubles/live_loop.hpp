#pragma once

#include "tests/simulation/core/event_loop.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace ironbus::simulation {

/// An event loop in real time on its own thread, so that tests for real servers can also check the
/// simulated ones.
class live_loop {
public:
  /// Lock for all use of the loop and of objects on it. The loop's thread holds it while it runs
  /// events, so callbacks may use them.
  class hold {
  public:
    explicit hold(live_loop& held) : held_{held}, lock_{held.mutex_} {}
    ~hold() { held_.changed_.notify_all(); }
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;

    /// Releases the lock until the condition is true.
    void wait_until(const std::function<bool()>& is_true) {
      held_.changed_.notify_all();
      held_.changed_.wait(lock_, is_true);
    }

  private:
    live_loop& held_;
    std::unique_lock<std::recursive_mutex> lock_;
  };

  live_loop();
  ~live_loop() { stop(); }
  live_loop(const live_loop&) = delete;
  live_loop& operator=(const live_loop&) = delete;

  event_loop& events() { return events_; }
  /// Stops all events. Call it before the objects that they use are destroyed.
  void stop();

private:
  void run();

  std::recursive_mutex mutex_;
  std::condition_variable_any changed_;
  event_loop events_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace ironbus::simulation
