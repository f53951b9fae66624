#include "actors/outbox.hpp"

#include "messages/wire/routing.hpp"

#include <algorithm>

namespace ironbus {

failure duplicate_of(const unique_key& taken) {
  const auto dot = taken.space.find('.');
  auto resource = taken.space.substr(0, dot);  // "nodes.name" → "node"
  if (resource.ends_with('s') && resource != "chassis") resource.pop_back();
  std::replace(resource.begin(), resource.end(), '_', ' ');
  const auto field = dot == std::string::npos ? "id" : taken.space.substr(dot + 1);
  const bool vowel = std::string_view{"aeiou"}.find(resource.front()) != std::string_view::npos;
  return {error_code::conflict, (vowel ? "An " : "A ") + resource + " with " + field + " '" +
                                    taken.value + "' already exists."};
}

member_codecs<outgoing> members_of(const outgoing*) {
  using enum member_kind;
  using x = outgoing;
  static constexpr auto all = sorted_members(
      coded_member<&x::exchange, needed>("exchange"), coded_member<&x::routing_key, needed>("key"),
      coded_member<&x::id, needed>("id"), coded_member<&x::body, needed>("body"),
      coded_member<&x::mandatory>("mandatory"), coded_member<&x::reply_to>("reply_to"),
      coded_member<&x::correlation_id>("correlation_id"));
  return all;
}

std::string encode_outgoing(const outgoing& x) { return to_text(x); }

result<outgoing> decode_outgoing(std::string_view text) {
  auto out = decode<outgoing>(text);
  if (out) out->durable = !out->exchange.empty();  // a reply is not worth a disk write
  return out;
}

std::vector<event_record> events_among(const std::vector<outgoing>& messages, timestamp now,
                                       const event_record& labels, bool ended) {
  std::vector<event_record> out;
  for (const auto& message : messages) {
    if (message.exchange != routing::event_exchange) continue;
    auto& event = out.emplace_back(labels);
    event.type = message.routing_key.substr(message.routing_key.rfind('.') + 1);
    event.moment = to_system_time(now);
    event.body = message.body;
  }
  if (ended && !out.empty()) out.back().final = true;
  return out;
}

std::vector<unique_key> keys_without(const std::vector<unique_key>& all,
                                     const std::vector<unique_key>& others) {
  std::vector<unique_key> out;
  for (const auto& x : all)
    if (std::find(others.begin(), others.end(), x) == others.end()) out.push_back(x);
  return out;
}

bool same_row(const row& a, const row& b) {
  return a.summary == b.summary && a.columns == b.columns;
}

void add_column(row& out, std::string_view name, const json& value) {
  if (value.is_string() && value != "")
    out.columns.emplace_back(name, value.get<std::string>());
  else if (value.is_boolean())
    out.columns.emplace_back(name, value == true ? "true" : "false");
}

}  // namespace ironbus
