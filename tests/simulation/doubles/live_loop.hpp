#pragma once

#include "tests/simulation/core/event_loop.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace ironbus::simulation {

/// An event loop whose time goes with the real one, on a thread of its own: so that what is written
/// for real servers can judge the doubles.
class live_loop {
public:
  /// Held for everything that is done with the loop and with what is built upon it. Its own thread
  /// holds it while it does events, so callbacks may call.
  class hold {
  public:
    explicit hold(live_loop& held) : held_{held}, lock_{held.mutex_} {}
    ~hold() { held_.changed_.notify_all(); }
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;

    /// Lets go until it is true.
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
  /// Nothing happens any more: to be called before what its events use ends.
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
