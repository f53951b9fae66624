#pragma once

#include "gateways/http/events/event_window.hpp"
#include "gateways/http/transport/message.hpp"
#include "messages/events/event_filter.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>

namespace ironbus::http {

/// A client that follows the log of events. All but `receiver` is the hub's to use.
struct event_follower {
  event_filter wanted;
  uint64_t position = 0;  ///< It has everything up to here that it wants, or is being sent it.
  event_form form = event_form::server_sent;
  std::shared_ptr<stream> receiver{};

  /// It began before all that is kept, and takes what is left of it.
  bool compacted = false;
  bool reads_store = false;             ///< It is behind the window; a page is on its way.
  std::deque<shown_event_ptr> waiting;  ///< Read for it, up to `position`, and not sent yet.
  uint64_t sent_before = 0;             ///< As `receiver` said at `progress`.
  std::chrono::steady_clock::time_point progress{};
};

using event_follower_ptr = std::shared_ptr<event_follower>;

}  // namespace ironbus::http
