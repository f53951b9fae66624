#include "ops/ironbusd/fleet_view/event_pages.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"

namespace ironbus::fleet_view {

namespace {

const std::string events_path = "/v1/events";

/// The target of the next page. Ignores the host in its address: it may differ behind a proxy.
std::string next_target(const json& page) {
  const auto address = member_text(page, "next");
  const auto query = address.find('?');
  return query == std::string::npos ? "" : events_path + address.substr(query);
}

}  // namespace

result<std::monostate> read_events(gateway_reader& service, const cli::event_filter& filter,
                                   const std::string& since,
                                   const std::function<void(const json& event)>& take) {
  auto target = events_path + "?" + cli::query_of(filter, since);
  for (;;) {
    const auto page = service.read(target);
    if (!page) return tl::unexpected(page.error());
    for (const auto& event : member_list(*page, "events")) take(event);
    auto next = next_target(*page);
    if (next.empty() || next == target) return {};
    target = std::move(next);
  }
}

result<std::string> read_end_of_log(gateway_reader& service) {
  const auto page = service.read(events_path + "?limit=1");
  if (!page) return tl::unexpected(page.error());
  const auto newest = member_number(*page, "newest");
  if (!newest) return fail(error_code::unavailable, "GET /v1/events returned no log of events");
  return member_text(*page, "log") + ":" + std::to_string(*newest);
}

}  // namespace ironbus::fleet_view
