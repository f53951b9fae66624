#pragma once

#include "tests/simulation/core/event_loop.hpp"
#include "tests/simulation/core/random_stream.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <utility>

namespace ironbus::simulation {

/// Minimum and maximum delay.
struct delay_range {
  std::chrono::nanoseconds least = std::chrono::microseconds{50};
  std::chrono::nanoseconds most = std::chrono::microseconds{500};

  std::chrono::nanoseconds draw(random_stream& random) const { return random.between(least, most); }
};

/// A channel that keeps the order.
class lane {
public:
  /// Delay of a message that enters now, if `alone` is its delay on an empty channel.
  std::chrono::nanoseconds enter(moment now, std::chrono::nanoseconds alone) {
    last_ = std::max(last_, now + alone);
    return last_ - now;
  }
  /// Nothing arrives before that time.
  void open_at(moment when) { last_ = std::max(last_, when); }

private:
  moment last_{};
};

/// Delivers to a process: at once, in order after a pause, and never after its end.
class process_gate {
public:
  void hand_over(std::function<void()> what) {
    if (ended_) return;
    if (paused_ || !held_.empty())
      held_.push_back(std::move(what));
    else
      what();
  }
  void set_paused(bool paused) { paused_ = paused; }
  /// Delivers everything that was held, until the next pause.
  void drain() {
    while (!paused_ && !held_.empty()) {
      const auto what = std::move(held_.front());
      what();
      if (!held_.empty()) held_.pop_front();  // empty: it has ended the process
    }
  }
  void end() {
    ended_ = true;
    held_.clear();
  }
  bool paused() const { return paused_; }
  bool ended() const { return ended_; }

private:
  bool paused_ = false;
  bool ended_ = false;
  std::deque<std::function<void()>> held_;
};

}  // namespace ironbus::simulation
