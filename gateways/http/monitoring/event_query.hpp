#pragma once

#include "gateways/http/api/task.hpp"
#include "gateways/http/events/event_viewer.hpp"
#include "messages/events/event_filter.hpp"
#include "messages/events/event_position.hpp"
#include "messages/ports/event_log.hpp"

#include <optional>

namespace ironbus::http {

/// The parameters of a request for events:
///  - since: a position, see event_position.hpp
///  - compacted: "true" accepts that trimmed events are missing
///  - node: a UUID, or the name of an existing node
///  - type: with or without "ironbus."
///  - state, group, owner; a list also takes limit
struct events_request {
  event_filter wanted;
  std::optional<event_position> since;  ///< Unset if the request has none.
  bool compacted = false;
  size_t limit = 0;
};

/// A stream has no `limit`. Its header `Last-Event-ID` means `since` and overrides it.
task<events_request> read_events_request(const call_ptr& call, bool is_stream);

/// Whose events the user of a call may see; null: all.
event_viewer_ptr viewer_of(const call& x);

/// Why the request cannot continue from its position: 400 if it is in the future, 410 with the
/// log's limits if the events were trimmed. Unset if it can.
std::optional<response> refusal_of(const events_request& asked, const event_page& log);

}  // namespace ironbus::http
