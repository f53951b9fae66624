#include "tests/simulation/doubles/store_state.hpp"

namespace ironbus::simulation {

void store_state::append_events(const shared_commit& given) {
  for (const auto& event : given->events) {
    forget_superseded(event.subject);
    const auto position = ++counters_.newest_event;
    counters_.event_bytes += event.body.size();
    events_.put(position, shared_event{given, &event});
    last_events_.put(event.subject, position);
  }
}

void store_state::forget_superseded(const std::string& subject) {
  const auto* last = last_events_.find(subject);
  if (last && *last <= counters_.events_complete_after) erase_event(*last);
}

void store_state::erase_event(uint64_t position) {
  const auto* event = events_.find(position);
  if (!event) return;
  counters_.event_bytes -= (*event)->body.size();
  events_.erase(position);
}

bool store_state::is_last_of_its_subject(uint64_t position, const event_record& event) const {
  const auto* last = last_events_.find(event.subject);
  return last && *last == position;
}

event_page store_state::read_events(const event_query& asked) const {
  event_page out{"simulated", counters_.newest_event, counters_.events_complete_after};
  const auto& all = events_.all();
  for (auto i = all.upper_bound(asked.after); i != all.end() && out.events.size() < asked.limit;
       ++i)
    if (asked.subject.empty() || i->second->subject == asked.subject)
      out.events.push_back({i->first, *i->second});
  if (asked.with_size) {
    out.bytes = counters_.event_bytes;
    out.count = all.size();
  }
  return out;
}

result<trimmed_events> store_state::trim_events(const event_retention& kept) {
  if (refuses_) return tl::unexpected(store_is_full());
  begin_write();
  trimmed_events out;
  std::vector<uint64_t> gone;
  size_t seen = 0;
  const auto& all = events_.all();
  auto bytes = counters_.event_bytes;
  for (auto i = all.upper_bound(counters_.events_complete_after);
       i != all.end() && seen < events_trimmed_at_once; ++i) {
    const auto& event = *i->second;
    if (event.moment >= kept.since && bytes <= kept.bytes_max) break;
    ++seen;
    counters_.events_complete_after = i->first;
    if (!event.final && is_last_of_its_subject(i->first, event)) continue;
    bytes -= event.body.size();
    gone.push_back(i->first);
  }
  for (auto position : gone) erase_event(position);
  out.removed = gone.size();
  out.more = seen == events_trimmed_at_once;
  return out;
}

}  // namespace ironbus::simulation
