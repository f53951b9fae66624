#include "gateways/otlp/span_queue.hpp"

#include <algorithm>
#include <iterator>

namespace ironbus::otlp {

bool span_queue::put(tracing::span span) {
  bool is_awaited = false;
  {
    const std::lock_guard hold{mutex_};
    if (closed_ || spans_.size() >= most_) return false;
    spans_.push_back(std::move(span));
    is_awaited = spans_.size() == 1 || spans_.size() == wanted_;
  }
  if (is_awaited) changed_.notify_one();
  return true;
}

std::vector<tracing::span> span_queue::take(size_t wanted, std::chrono::milliseconds patience) {
  std::unique_lock hold{mutex_};
  wanted_ = wanted;
  changed_.wait(hold, [this] { return closed_ || !spans_.empty(); });
  changed_.wait_for(hold, patience, [&] { return closed_ || spans_.size() >= wanted; });
  const auto count = static_cast<ptrdiff_t>(std::min(wanted, spans_.size()));
  std::vector<tracing::span> out{std::make_move_iterator(spans_.begin()),
                                 std::make_move_iterator(spans_.begin() + count)};
  spans_.erase(spans_.begin(), spans_.begin() + count);
  return out;
}

void span_queue::rest(std::chrono::milliseconds pause) {
  std::unique_lock hold{mutex_};
  changed_.wait_for(hold, pause, [this] { return closed_; });
}

void span_queue::close() {
  {
    const std::lock_guard hold{mutex_};
    closed_ = true;
  }
  changed_.notify_all();
}

bool span_queue::closed() const {
  const std::lock_guard hold{mutex_};
  return closed_;
}

size_t span_queue::size() const {
  const std::lock_guard hold{mutex_};
  return spans_.size();
}

}  // namespace ironbus::otlp
