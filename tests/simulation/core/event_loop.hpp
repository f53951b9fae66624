#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

namespace ironbus::simulation {

/// Time since the start of the simulation.
using moment = std::chrono::nanoseconds;

/// Virtual time and its events. Single-threaded and deterministic. Events at the same time run in
/// the order of their creation.
class event_loop {
public:
  using action = std::function<void()>;

  moment now() const { return now_; }

  /// Schedules an action after a delay. With 0 or less it runs after everything that is due now.
  void after(std::chrono::nanoseconds wait, action what);
  /// Time of the next event; unset if there is none.
  std::optional<moment> next() const;
  /// Advances to the next event and runs it. False: there is none.
  bool run_one();
  /// Runs all events until then, and advances to that time.
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
