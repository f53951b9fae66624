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

/// Sends the event log to the followers of /v1/events/stream, each at its own pace. Slow followers
/// read from the store, so the hub queues little for each of them. The newest events are read once
/// for all. Thread safe.
class event_hub : public std::enable_shared_from_this<event_hub> {
public:
  using time_point = std::chrono::steady_clock::time_point;

  /// `patience`: a follower that reads nothing for so long while events wait is dropped.
  event_hub(event_log& log, size_t followers_max, std::chrono::milliseconds patience);

  /// Subscribes to the bus, whose messages say that there are new events.
  void start(bus& messages);
  /// Sets the source of the policy in force. A change causes checks of all followers at once.
  void use_rules(std::function<event_viewer::rules_ptr()> rules) { rules_ = std::move(rules); }
  /// Call it once a second: reads the log even without a message, and drops stalled followers.
  void look(time_point now);

  /// Adds a follower until its receiver is closed. `newest`: the end of the log a moment ago. False
  /// if there are too many followers.
  bool add(const event_follower_ptr& follower, uint64_t newest);
  /// Call it when the receiver can send more.
  void go_on(const event_follower_ptr& follower);
  /// Removes all followers.
  void clear();

  size_t followers() const;
  /// Whether one more client may follow. Removes closed ones first.
  bool has_room();

private:
  /// Calls to make after the lock is released, because they may call back.
  using works = std::vector<std::function<void()>>;

  void read_window(works& todo);
  void window_read(const result<event_page>& page);
  void serve_all(works& todo);
  void serve(const event_follower_ptr& follower, works& todo);
  void serve_from_store(const event_follower_ptr& follower, works& todo);
  void store_read(const event_follower_ptr& follower, const result<event_page>& page);
  void check_all(time_point now, works& todo);
  bool has_new_rules(const event_follower& follower) const;
  void checked(const event_follower_ptr& follower, result<event_viewer_ptr> viewer);
  void remove_closed();
  static bool can_send_more(const event_follower& follower);
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
  std::function<event_viewer::rules_ptr()> rules_;
  bool reading_ = false;  ///< The next page of the window is being read.
  bool behind_ = false;   ///< There are more events than that page may contain.
  time_point next_look_{};
  const metrics::registration shown_;  ///< The last members, because they read the others.
  const metrics::registration shown_lag_;
};

}  // namespace ironbus::http
