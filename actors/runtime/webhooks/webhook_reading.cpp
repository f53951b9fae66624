#include "actors/runtime/webhooks/dispatcher_calls.hpp"
#include "messages/base/host_source.hpp"
#include "messages/events/event_position.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

// How a dispatcher reads the event log.

namespace ironbus {

namespace {

constexpr size_t events_at_once = 100;

/// If no event matches, the position is stored at this interval.
constexpr std::chrono::seconds between_saves{10};

}  // namespace

void webhook_dispatcher::read() {
  busy_ = true;
  around_.records.read_events({scanned_.position, webhook_.wanted.node, events_at_once},
                              then_result(&webhook_dispatcher::page_read));
}

void webhook_dispatcher::page_read(result<event_page> page) {
  if (!page) {
    rest(dispatcher_store_pause);
    return;
  }
  newest_ = page->newest;
  const bool is_other_log = page->log != scanned_.log;
  const bool is_overtaken =
      page->complete_after > std::max(scanned_.position, scanned_.complete_after);
  if (is_other_log || is_overtaken) note_gap(*page);
  if (is_other_log) return next();  // its events come with the next page
  scanned_.complete_after = std::max(scanned_.complete_after, page->complete_after);
  for (const auto& event : page->events)
    if (webhook_.wanted.takes(event.event))
      waiting_.push_back(letter_of(event, page->log, scanned_.complete_after));
  scanned_.position = std::max(scanned_.position, reach_of(*page, events_at_once));
  at_end_ = page->events.size() < events_at_once;
  next();
}

/// The receiver gets a notice of missing events.
void webhook_dispatcher::note_gap(const event_page& page) {
  waiting_.push_back(gap_letter(webhook_, scanned_, page, around_.time.now()));
  log::warn("a webhook has missed events that the log no longer keeps",
            {{log_key::node, subject_of(webhook_)}});
  scanned_ = waiting_.back().behind;
}

bool webhook_dispatcher::is_far_ahead() const {
  return scanned_.position > delivery_.position &&
         steady_clock::now() - last_save_ >= between_saves;
}

void webhook_dispatcher::pass_over() {
  delivery_.log = scanned_.log;
  delivery_.position = scanned_.position;
  delivery_.complete_after = scanned_.complete_after;
  save();
}

}  // namespace ironbus
