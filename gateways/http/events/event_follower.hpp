#pragma once

#include "gateways/http/events/event_viewer.hpp"
#include "gateways/http/events/event_window.hpp"
#include "gateways/http/transport/message.hpp"
#include "messages/events/event_filter.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

namespace ironbus::http {

/// A client that follows the event log. Only the hub uses the members other than `receiver`.
struct event_follower {
  event_filter wanted;
  uint64_t position = 0;  ///< All wanted events up to here were sent or are in `waiting`.
  event_form form = event_form::server_sent;
  std::shared_ptr<stream> receiver{};

  /// Whose events it may see; null: all.
  event_viewer_ptr viewer{};
  /// Proves the user again. A failure ends the stream, unless it is `unavailable`. Null: never.
  std::function<void(std::function<void(result<event_viewer_ptr>)>)> check{};
  bool is_checked = false;  ///< A check is running.
  std::chrono::steady_clock::time_point next_check{};

  /// The client started before the beginning of the log and accepts an incomplete past.
  bool compacted = false;
  bool reads_store = false;             ///< It is behind the window; a page is being read.
  std::deque<shown_event_ptr> waiting;  ///< Read for it, up to `position`, and not sent yet.
  uint64_t sent_before = 0;             ///< The value of `receiver->sent()` at `progress`.
  std::chrono::steady_clock::time_point progress{};
};

using event_follower_ptr = std::shared_ptr<event_follower>;

}  // namespace ironbus::http
