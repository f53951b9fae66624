#pragma once

#include "gateways/http/events/shown_event.hpp"
#include "messages/ports/event_log.hpp"

#include <deque>
#include <memory>

namespace ironbus::http {

using shown_event_ptr = std::shared_ptr<const shown_event>;

/// The newest events of the log, shared by all followers: the complete range (begin, end].
class event_window {
public:
  /// Clears the window and continues from `position`.
  void restart(uint64_t position);
  /// Appends the events of the log after end().
  void append(const event_page& page, size_t asked);

  uint64_t begin() const { return begin_; }
  uint64_t end() const { return end_; }
  bool empty() const { return events_.empty(); }
  /// The first event after a position that is not before begin(). Null if there is none.
  shown_event_ptr first_after(uint64_t position) const;

private:
  void forget_oldest();

  uint64_t begin_ = 0;
  uint64_t end_ = 0;
  size_t bytes_ = 0;
  std::deque<shown_event_ptr> events_;
};

}  // namespace ironbus::http
