#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/events/event_filter.hpp"
#include "messages/events/event_place.hpp"
#include "messages/ports/event_log.hpp"

#include <optional>

namespace ironbus::http {

/// What a request for events says. Parameters: since (a place, see event_place.hpp), compacted
/// ("true": what is not kept any more may be missing), node (UUID, or the name of one that is
/// there), type (with or without "ironbus."), state, group, owner, and of a list limit.
struct events_request {
  event_filter wanted;
  std::optional<event_place> since;  ///< Unset: the request says none.
  bool compacted = false;
  size_t limit = 0;
};

/// Of a stream without `limit`; there `Last-Event-ID` says `since`, too, and counts before it.
task<events_request> read_events_request(const call_ptr& call, bool is_stream);

/// Why it cannot be gone on from there: 400 for the future, 410 with the log's bounds for what is
/// gone; unset: it can.
std::optional<response> refusal_of(const events_request& asked, const event_page& log);

}  // namespace ironbus::http
