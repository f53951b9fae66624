#include "gateways/http/events/event_hub.hpp"

#include "messages/events/event_position.hpp"
#include "messages/wire/routing.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::chrono::seconds between_looks{1};

/// A user who has lost a right follows for at most so long, and one look.
constexpr std::chrono::seconds between_checks{5};

/// The maximum number of events per read of the store.
constexpr size_t page_size = 200;

/// The limit of unsent bytes of one follower; one event may exceed it.
constexpr size_t unsent_bytes_max = size_t{64} << 10;

void run_all(const std::vector<std::function<void()>>& works) {
  for (const auto& work : works) work();
}

}  // namespace

event_hub::event_hub(event_log& log, size_t followers_max, std::chrono::milliseconds patience)
    : log_(log),
      followers_max_(followers_max),
      patience_(patience),
      shown_(metrics::kind::gauge,
             {"ironbus_http_event_followers", "Clients of /v1/events/stream."},
             [this] {
               return metrics::samples{{{}, {static_cast<double>(followers())}}};
             }),
      shown_lag_(metrics::kind::gauge,
                 {"ironbus_http_event_follower_lag",
                  "Event log positions that the slowest of these clients is behind."},
                 [this] {
                   return metrics::samples{{{}, {static_cast<double>(lag())}}};
                 }) {}

void event_hub::start(bus& messages) {
  subscription all;
  all.exchange = routing::event_exchange;
  all.bindings = {"#"};
  all.prefetch = 0;
  messages.subscribe(std::move(all), [weak = weak_from_this()](const delivery&) {
    const auto self = weak.lock();
    if (!self) return;
    works todo;
    {
      std::lock_guard hold{self->mutex_};
      self->read_window(todo);
    }
    run_all(todo);
  });
}

void event_hub::look(time_point now) {
  works todo;
  {
    std::lock_guard hold{mutex_};
    if (now < next_look_) return;
    next_look_ = now + between_looks;
    for (const auto& follower : std::vector(followers_.begin(), followers_.end()))
      if (has_stalled(*follower, now)) drop(follower, "the client read nothing for too long");
    check_all(now, todo);
    read_window(todo);
    serve_all(todo);
  }
  run_all(todo);
}

bool event_hub::add(const event_follower_ptr& follower, uint64_t newest) {
  works todo;
  {
    std::lock_guard hold{mutex_};
    remove_closed();
    if (followers_.size() >= followers_max_) return false;
    if (followers_.empty() && !reading_) window_.restart(newest);
    follower->progress = std::chrono::steady_clock::now();
    followers_.push_back(follower);
    read_window(todo);
    serve(follower, todo);
  }
  run_all(todo);
  return true;
}

void event_hub::go_on(const event_follower_ptr& follower) {
  works todo;
  {
    std::lock_guard hold{mutex_};
    serve(follower, todo);
  }
  run_all(todo);
}

// -- permissions ----------------------------------------------------------------------------------

void event_hub::check_all(time_point now, works& todo) {
  for (const auto& follower : followers_) {
    const bool is_due = now >= follower->next_check || has_new_rules(*follower);
    if (!follower->check || follower->is_checked || !is_due) continue;
    follower->is_checked = true;
    follower->next_check = now + between_checks;
    todo.emplace_back([self = weak_from_this(), follower] {
      follower->check([self, follower](result<event_viewer_ptr> viewer) {
        if (const auto hub = self.lock()) hub->checked(follower, std::move(viewer));
      });
    });
  }
}

bool event_hub::has_new_rules(const event_follower& follower) const {
  return follower.viewer && rules_ && !follower.viewer->follows(rules_());
}

void event_hub::checked(const event_follower_ptr& follower, result<event_viewer_ptr> viewer) {
  std::lock_guard hold{mutex_};
  follower->is_checked = false;
  if (viewer) {
    follower->viewer = std::move(*viewer);
  } else if (viewer.error().code != error_code::unavailable) {
    follower->receiver->give_up(viewer.error().message);
    std::erase(followers_, follower);
  }
}

void event_hub::clear() {
  std::lock_guard hold{mutex_};
  followers_.clear();
}

size_t event_hub::followers() const {
  std::lock_guard hold{mutex_};
  return followers_.size();
}

bool event_hub::has_room() {
  std::lock_guard hold{mutex_};
  remove_closed();
  return followers_.size() < followers_max_;
}

uint64_t event_hub::lag() const {
  std::lock_guard hold{mutex_};
  uint64_t out = 0;
  for (const auto& follower : followers_)
    out = std::max(out, window_.end() - std::min(window_.end(), follower->position));
  return out;
}

// -- reading --------------------------------------------------------------------------------------

void event_hub::read_window(works& todo) {
  behind_ = true;
  if (reading_ || followers_.empty()) return;
  reading_ = true;
  behind_ = false;
  todo.emplace_back([this, self = weak_from_this(), after = window_.end()] {
    log_.read_events({after, {}, page_size}, [self](const result<event_page>& page) {
      if (const auto hub = self.lock()) hub->window_read(page);
    });
  });
}

void event_hub::window_read(const result<event_page>& page) {
  works todo;
  {
    std::lock_guard hold{mutex_};
    reading_ = false;
    if (!page) return;  // The next look retries.
    // The log was trimmed before this read. Followers who miss events notice it when they read the
    // store.
    if (page->complete_after > window_.end()) window_.restart(page->complete_after);
    const bool full = page->events.size() >= page_size;
    window_.append(*page, page_size);
    if (full || behind_) read_window(todo);
    serve_all(todo);
  }
  run_all(todo);
}

void event_hub::serve_from_store(const event_follower_ptr& follower, works& todo) {
  follower->reads_store = true;
  todo.emplace_back([this, self = weak_from_this(), follower,
                     asked = event_query{follower->position, follower->wanted.node, page_size}] {
    log_.read_events(asked, [self, follower](const result<event_page>& page) {
      if (const auto hub = self.lock()) hub->store_read(follower, page);
    });
  });
}

void event_hub::store_read(const event_follower_ptr& follower, const result<event_page>& page) {
  works todo;
  {
    std::lock_guard hold{mutex_};
    follower->reads_store = false;
    if (!page) return;  // The next look retries.
    if (!follower->compacted && page->complete_after > follower->position)
      return drop(follower, "the log no longer has the next events");
    for (const auto& event : page->events)
      if (follower->wanted.takes(event.event))
        follower->waiting.push_back(std::make_shared<const shown_event>(event, page->log));
    follower->position = std::max(follower->position, reach_of(*page, page_size));
    follower->compacted = follower->compacted && follower->position < page->complete_after;
    serve(follower, todo);
  }
  run_all(todo);
}

// -- followers ------------------------------------------------------------------------------------

void event_hub::remove_closed() {
  std::erase_if(followers_, [](const auto& x) { return x->receiver->gone(); });
}

bool event_hub::can_send_more(const event_follower& follower) {
  return !follower.reads_store && !follower.receiver->gone() &&
         follower.receiver->unsent() < unsent_bytes_max;
}

void event_hub::send(event_follower& follower, const shown_event& event) {
  const auto& viewer = follower.viewer;
  if (!viewer) return follower.receiver->send(event.text(follower.form));
  if (!viewer->sees(event.labels, event.lessee)) return;
  if (!viewer->hides_from(event.labels, event.lessee))
    return follower.receiver->send(event.text(follower.form));
  const auto text = viewer->shown(event.labels, event.lessee, *event.json);
  follower.receiver->send(event.with(text).text(follower.form));
}

void event_hub::serve_all(works& todo) {
  remove_closed();
  for (const auto& follower : followers_) serve(follower, todo);
}

void event_hub::serve(const event_follower_ptr& follower, works& todo) {
  auto& waiting = follower->waiting;
  for (; can_send_more(*follower) && !waiting.empty(); waiting.pop_front())
    send(*follower, *waiting.front());
  while (can_send_more(*follower) && follower->position < window_.end()) {
    if (follower->position < window_.begin()) return serve_from_store(follower, todo);
    const auto next = window_.first_after(follower->position);
    follower->position = next ? next->position : window_.end();
    if (next && follower->wanted.takes(next->labels)) send(*follower, *next);
  }
}

void event_hub::drop(const event_follower_ptr& follower, const std::string& reason) {
  ++dropped_;
  follower->receiver->give_up(reason);
  std::erase(followers_, follower);
}

bool event_hub::has_stalled(event_follower& follower, time_point now) {
  const auto sent = follower.receiver->sent();
  if (follower.receiver->unsent() == 0 || sent != follower.sent_before) {
    follower.sent_before = sent;
    follower.progress = now;
  }
  return now - follower.progress > patience_;
}

}  // namespace ironbus::http
