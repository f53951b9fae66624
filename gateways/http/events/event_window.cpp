#include "gateways/http/events/event_window.hpp"

#include "messages/events/event_position.hpp"
#include "messages/wire/decision_record.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// The limit for the shared window. A follower further behind reads the store.
constexpr size_t bytes_max = size_t{8} << 20;

size_t bytes_of(const shown_event& event) { return event.json->size() + event.server_sent->size(); }

}  // namespace

void event_window::restart(uint64_t position) {
  events_.clear();
  bytes_ = 0;
  begin_ = end_ = position;
}

void event_window::append(const event_page& page, size_t asked) {
  for (const auto& event : page.events) {
    if (is_decision_subject(event.event.subject)) continue;
    events_.push_back(std::make_shared<const shown_event>(event, page.log));
    bytes_ += bytes_of(*events_.back());
  }
  end_ = std::max(end_, reach_of(page, asked));
  forget_oldest();
}

void event_window::forget_oldest() {
  while (bytes_ > bytes_max) {
    bytes_ -= bytes_of(*events_.front());
    begin_ = events_.front()->position;
    events_.pop_front();
  }
}

shown_event_ptr event_window::first_after(uint64_t position) const {
  const auto found =
      std::upper_bound(events_.begin(), events_.end(), position,
                       [](uint64_t wanted, const auto& event) { return wanted < event->position; });
  return found == events_.end() ? nullptr : *found;
}

}  // namespace ironbus::http
