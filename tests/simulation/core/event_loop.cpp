#include "tests/simulation/core/event_loop.hpp"

#include <algorithm>
#include <utility>

namespace ironbus::simulation {

void event_loop::after(std::chrono::nanoseconds wait, action what) {
  events_.push({now_ + std::max(wait, std::chrono::nanoseconds{0}), ++numbers_, std::move(what)});
}

std::optional<moment> event_loop::next() const {
  if (events_.empty()) return std::nullopt;
  return events_.top().when;
}

bool event_loop::run_one() {
  if (events_.empty()) return false;
  now_ = events_.top().when;
  // top() is constant; the moved element is popped immediately.
  const auto what = std::move(const_cast<event&>(events_.top()).what);
  events_.pop();
  what();
  return true;
}

void event_loop::run_until(moment end) {
  while (!events_.empty() && events_.top().when <= end) run_one();
  now_ = std::max(now_, end);
}

}  // namespace ironbus::simulation
