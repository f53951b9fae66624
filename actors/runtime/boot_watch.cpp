#include "actors/runtime/boot_watch.hpp"

#include "messages/contract/boot_notes.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/ports/process_description.hpp"

namespace ironbus {

void boot_watch::take(const std::vector<member>& members, clock::time_point now) {
  std::string first;
  for (const auto& one : members) {
    const auto process = decode_description(one);
    if (!process.boot_place.empty()) last_seen_[process.boot_place] = now;
    if (process.has_role("conductor") && (first.empty() || one.name < first)) first = one.name;
  }
  looks_ = first == conductor_;
  const auto lost = std::erase_if(
      last_seen_, [&](const auto& place) { return now - place.second >= absence_tolerated; });
  if (lost > 0) next_look_ = now;
}

std::optional<query> boot_watch::due(clock::time_point now) {
  // At first all locations would seem lost, because workers have not announced themselves yet.
  if (!looks_ || looking_ || last_seen_.empty() || now < next_look_ ||
      now - begun_ < absence_tolerated)
    return std::nullopt;
  looking_ = true;
  query out;
  out.collection = "nodes";
  filter gone{std::string{boot_location_column}, filter::op::none_of, {}};
  for (const auto& [place, seen] : last_seen_) gone.values.push_back(place);
  out.filters = {{std::string{boot_location_column}, filter::op::present, {}}, std::move(gone)};
  out.marker = marker_;
  out.limit = page_size;
  out.with_snapshot = true;
  return out;
}

std::vector<boot_watch::order> boot_watch::found(const result<std::vector<listed>>& nodes,
                                                 clock::time_point now) {
  looking_ = false;
  const bool more = nodes && nodes->size() == page_size;
  marker_ = more ? nodes->back().id : std::string{};
  std::vector<order> out;
  if (nodes)
    for (const auto& row : *nodes) {
      const auto x = decode_snapshot(row.snapshot);
      auto place = x ? read_boot_notes(x->attributes.driver_internal_info).place : std::string{};
      if (!place.empty() && !is_there(place))
        out.emplace_back(row.id, boot_place_lost{std::move(place)});
    }
  found_some_ = found_some_ || !out.empty() || !nodes;
  if (!more)
    next_look_ = now + (std::exchange(found_some_, false) ? retry_interval : look_interval);
  return out;
}

}  // namespace ironbus
