#include "ops/simulator/bmc/expand.hpp"

#include "messages/base/text.hpp"
#include "ops/simulator/bmc/mockup_routes.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::array accepted_queries{"$expand=.", "$expand=.($levels=1)"};

bool is_link(const json& value) {
  return value.is_object() && value.size() == 1 && value.contains("@odata.id");
}

// A link without a target stays unchanged.
void follow(const call& asked, json& link) {
  if (!link["@odata.id"].is_string()) return;
  auto path = link["@odata.id"].get<std::string>();
  if (path.ends_with('/')) path.pop_back();
  auto [row, ids] = find_resource(asked.memory, path);
  if (!row || row->get == nullptr) return;
  const auto shown = row->get({asked.memory, asked.request, path, std::move(ids), nullptr});
  if (shown) link = shown->body;
}

}  // namespace

std::optional<fault> expand(const call& call, std::string_view query, json& shown) {
  if (!query.starts_with('$')) return std::nullopt;  // other query parameters are ignored
  const auto asked = percent_decode(query).value_or("");
  if (std::ranges::count(accepted_queries, asked) == 0) return fault{"QueryNotSupported"};
  for (auto& [name, value] : shown.items()) {
    if (name == "Links" || name.starts_with('@')) continue;
    if (is_link(value)) follow(call, value);
    if (!value.is_array()) continue;
    for (auto& item : value)
      if (is_link(item)) follow(call, item);
  }
  return std::nullopt;
}

}  // namespace ironbus::simulator
