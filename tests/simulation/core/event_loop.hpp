#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

namespace ironbus::simulation {

/// Since the beginning of the simulation.
using moment = std::chrono::nanoseconds;

/// Virtual time and what happens in it. One thread; the same calls in the same order give the same
/// run. What is due at the same moment happens in the order in which it was asked for.
class event_loop {
public:
  using action = std::function<void()>;

  moment now() const { return now_; }

  /// Has something done that much later; 0 and less: after all that is due now.
  void after(std::chrono::nanoseconds wait, action what);
  /// The moment of the next event; unset if there is none.
  std::optional<moment> next() const;
  /// Goes on to the next event and does it. False: there is none.
  bool run_one();
  /// Does all that is due until then, and goes on to that moment.
  void run_until(moment end);

private:
  struct event {
    moment when;
    uint64_t number;
    action what;
  };
  struct later {
    bool operator()(const event& a, const event& b) const {
      return a.when != b.when ? a.when > b.when : a.number > b.number;
    }
  };

  moment now_{};
  uint64_t numbers_ = 0;
  std::priority_queue<event, std::vector<event>, later> events_;
};

}  // namespace ironbus::simulation
