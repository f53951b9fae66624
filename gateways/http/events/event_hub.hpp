#pragma once

#include "gateways/http/events/event_follower.hpp"
#include "gateways/http/events/event_window.hpp"
#include "messages/platform/metrics.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/event_log.hpp"

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ironbus::http {

/// Gives the log of events to the followers of /v1/events/stream, each at its own pace: what the
/// store has is the queue of those who lag, and no more than a little is held for each of them.
/// The newest events are read once for all. Thread safe.
class event_hub : public std::enable_shared_from_this<event_hub> {
public:
  using time_point = std::chrono::steady_clock::time_point;

  /// A follower that takes nothing for so long though something is there for it is dropped.
  event_hub(event_log& log, size_t followers_max, std::chrono::milliseconds patience);

  /// Learns from the bus that there is something to read.
  void start(bus& messages);
  /// Once a second: looks at the log though nobody has said so, and at who lags.
  void look(time_point now);

  /// Adds a follower with its receiver until it is gone. `newest`: where the log ended just now.
  /// False if there are too many.
  bool add(const event_follower_ptr& follower, uint64_t newest);
  /// Its receiver takes more.
  void go_on(const event_follower_ptr& follower);
  /// Lets go of the followers.
  void clear();

  size_t followers() const;
  /// Whether one more may follow; who has gone makes room.
  bool has_room();

private:
  /// What is to be done once the lock is given back, as it may call back.
  using works = std::vector<std::function<void()>>;

  void read_window(works& todo);
  void window_read(const result<event_page>& page);
  void serve_all(works& todo);
  void serve(const event_follower_ptr& follower, works& todo);
  void serve_from_store(const event_follower_ptr& follower, works& todo);
  void store_read(const event_follower_ptr& follower, const result<event_page>& page);
  void forget_gone();
  static bool takes_more(const event_follower& follower);
  static void send(event_follower& follower, const shown_event& event);
  void drop(const event_follower_ptr& follower, const std::string& reason);
  bool has_stalled(event_follower& follower, time_point now);
  uint64_t lag() const;

  event_log& log_;
  const size_t followers_max_;
  const std::chrono::milliseconds patience_;
  metrics::counter dropped_{
      {"ironbus_http_event_followers_dropped_total",
       "Clients of /v1/events/stream disconnected because they read too slowly."}};
  mutable std::mutex mutex_;
  std::list<event_follower_ptr> followers_;
  event_window window_;
  bool reading_ = false;  ///< The window's next page is on its way.
  bool behind_ = false;   ///< There is more than that page may have.
  time_point next_look_{};
  const metrics::registration shown_;  ///< These are the last: they read the others.
  const metrics::registration shown_lag_;
};

}  // namespace ironbus::http
