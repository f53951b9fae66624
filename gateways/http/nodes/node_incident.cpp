#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/wire/decision_record.hpp"
#include "messages/wire/incident.hpp"

namespace ironbus::http {

namespace {

constexpr size_t incident_page_size = 200;

/// The bodies of a subject's events.
task<std::vector<std::string>> read_log(const call_ptr& call, std::string subject, bool& is_cut) {
  newest_texts out;
  event_query what{0, std::move(subject), incident_page_size};
  for (;;) {
    const auto page = co_await read_events(call, what);
    for (const auto& one : page.events) {
      what.after = one.position;
      out.add(one.event.body);
    }
    if (page.events.size() < incident_page_size) break;
  }
  is_cut = is_cut || out.has_lost();
  co_return out.take();
}

}  // namespace

task<> show_incident(const call_ptr& call) {
  incident_sources sources;
  sources.node = co_await resolve_node(call, call->arguments[0]);
  sources.made_at = call->services.time.now();
  sources.decisions = co_await read_log(call, decision_subject(sources.node), sources.is_cut);
  sources.events = co_await read_log(call, sources.node, sources.is_cut);
  query ended;
  ended.collection = "operations";
  ended.filters = {{"node", filter::op::equal, {sources.node}}};
  const auto rows = co_await list_all_rows(call, std::move(ended));
  for (const auto& row : rows) sources.operations.push_back(row.summary);
  const auto now = co_await tried(load_aggregate(call, "node", sources.node));
  if (!now && now.error().code != error_code::not_found) co_await tl::unexpected(now.error());
  if (now && !now->erased) sources.snapshot = now->snapshot;
  if (sources.snapshot.empty() && sources.events.empty() && sources.decisions.empty())
    co_await tl::unexpected(no_such_node(call->arguments[0]));
  call->respond_json(co_await make_incident(sources));
}

}  // namespace ironbus::http
