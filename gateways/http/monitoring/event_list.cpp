#include "gateways/http/api/call.hpp"
#include "gateways/http/api/questions.hpp"
#include "gateways/http/events/event_viewer.hpp"
#include "gateways/http/monitoring/event_query.hpp"
#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/events/event_text.hpp"

#include <boost/url.hpp>

namespace ironbus::http {

namespace {

/// The maximum number of events that one request examines. A selective filter may end a page here.
constexpr size_t examined_max = 10'000;

/// One page of the list while it is built.
struct event_list {
  std::string events;  ///< The items of the JSON array.
  size_t count = 0;
  size_t examined = 0;
  uint64_t reached = 0;  ///< All wanted events up to here are included.
  bool at_end = false;
  bool compacted =
      false;  ///< Before the complete part of the log, the page has only the events that remain.
};

/// Adds the events of a log page that fit.
void take(event_list& out, const event_page& page, const events_request& asked,
          const event_viewer_ptr& viewer) {
  for (const auto& event : page.events) {
    if (out.count == asked.limit) return;
    ++out.examined;
    out.reached = event.position;
    if (!asked.wanted.takes(event.event)) continue;
    const auto lessee = viewer ? lessee_at(event.event.body) : std::string{};
    if (viewer && !viewer->sees(event.event, lessee)) continue;
    auto text = event_text(event, page.log);
    if (out.count++ > 0) out.events += ',';
    out.events += viewer ? viewer->shown(event.event, lessee, std::move(text)) : text;
  }
  if (page.events.size() < asked.limit) {
    out.at_end = true;
    out.reached = page.newest;
  }
}

std::string next_link(const call& call, const event_list& list, const event_page& log) {
  boost::urls::url next{call.base() + "/v1/events"};
  for (const auto& [name, value] : call.url.query)
    if (name != "since" && name != "compacted") next.params().append({name, value});
  next.params().append({"since", log.log + ":" + std::to_string(list.reached)});
  if (list.compacted && list.reached < log.complete_after)
    next.params().append({"compacted", "true"});
  return std::string{next.buffer()};
}

std::string text_of(const call& call, const event_list& list, const event_page& log) {
  json rest{{"log", log.log}, {"oldest", log.complete_after}, {"newest", log.newest}};
  if (!list.at_end) rest["next"] = next_link(call, list, log);
  return "{\"events\":[" + list.events + "]," + to_text(rest).substr(1);
}

}  // namespace

task<> list_events(const call_ptr& call) {
  const auto asked = co_await read_events_request(call, false);
  const auto viewer = viewer_of(*call);
  event_list found;
  found.reached = asked.since ? asked.since->position : 0;
  found.compacted = asked.compacted || found.reached == 0;
  for (;;) {
    event_query what{found.reached, asked.wanted.node, asked.limit};
    const auto page = co_await read_events(call, std::move(what));
    if (found.examined == 0) {
      if (auto refused = refusal_of(asked, page)) {
        call->respond(*std::move(refused));
        co_return;
      }
    }
    // The log was trimmed since the first page. The next request gets to know it.
    const bool is_overtaken = !found.compacted && found.reached < page.complete_after;
    if (!is_overtaken) take(found, page, asked, viewer);
    if (is_overtaken || found.at_end || found.count == asked.limit ||
        found.examined >= examined_max) {
      call->respond_json(text_of(*call, found, page));
      co_return;
    }
  }
}

}  // namespace ironbus::http
