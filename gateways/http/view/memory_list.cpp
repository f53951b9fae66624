#include "gateways/http/view/memory_list.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

result<std::vector<std::string>> split_fields(const memory_list& memory, std::string_view list) {
  std::vector<std::string> out;
  while (true) {
    const auto comma = list.find(',');
    const auto name = list.substr(0, comma);
    if (std::find(memory.fields.begin(), memory.fields.end(), name) == memory.fields.end())
      return invalid("Invalid value for 'fields': " + to_text(json(name.substr(0, 64))) +
                     " is not a field; allowed: " + join(memory.fields) + ".");
    out.emplace_back(name);
    if (comma == std::string_view::npos) return out;
    list.remove_prefix(comma + 1);
  }
}

std::vector<std::string> as_strings(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

result<std::monostate> read_shown(const call& call, const memory_list& list, memory_page& out) {
  const auto* fields = call.url.parameter("fields");
  out.fields = as_strings(list.listed);
  if (const auto* detail = call.url.parameter("detail")) {
    const auto full = read_boolean("detail", *detail);
    if (!full) return tl::unexpected(full.error());
    if (*full && fields != nullptr)
      return invalid("'fields' and 'detail' cannot be given together.");
    if (*full) out.fields = as_strings(list.fields);
  }
  if (fields == nullptr) return {};
  auto chosen = split_fields(list, *fields);
  if (!chosen) return tl::unexpected(chosen.error());
  out.fields = std::move(*chosen);
  return {};
}

}  // namespace

result<memory_page> read_memory_list(const call& call, const memory_list& list) {
  static constexpr std::array<std::string_view, 6> known{"limit",    "marker", "sort_key",
                                                         "sort_dir", "fields", "detail"};
  for (const auto& [name, value] : call.url.query)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return invalid("Unexpected arguments: " + name.substr(0, 64) + "; allowed: " + join(known) +
                     ".");
  auto page = read_paging(call);
  if (!page) return tl::unexpected(page.error());
  memory_page out{{}, page->limit, page->marker, {}, page->descending};
  if (const auto* key = call.url.parameter("sort_key"); key != nullptr && *key != "id") {
    if (std::find(list.fields.begin(), list.fields.end(), *key) == list.fields.end())
      return invalid("Invalid value for 'sort_key'; allowed: " + join(list.fields) + ".");
    out.sort_key = *key;
  }
  if (auto shown = read_shown(call, list, out); !shown) return tl::unexpected(shown.error());
  return out;
}

result<std::vector<std::string>> read_memory_item(const call& call, const memory_list& list) {
  for (const auto& [name, value] : call.url.query) {
    if (name != "fields")
      return invalid("Unexpected arguments: " + name.substr(0, 64) + "; allowed: fields.");
    return split_fields(list, value);
  }
  return as_strings(list.fields);
}

json pick(const json& item, const std::vector<std::string>& fields) {
  json out{{"links", item.at("links")}};
  for (const auto& name : fields)
    if (const auto found = item.find(name); found != item.end()) out[name] = *found;
  return out;
}

void answer_memory_list(call& call, const memory_list& list, const memory_page& wanted,
                        std::vector<json> all) {
  const std::string id{list.id};
  if (!wanted.sort_key.empty())
    std::stable_sort(all.begin(), all.end(), [&](const json& a, const json& b) {
      return a.value(wanted.sort_key, json{}) < b.value(wanted.sort_key, json{});
    });
  if (wanted.descending) std::reverse(all.begin(), all.end());
  auto source = all.begin();
  if (!wanted.marker.empty()) {
    source = std::find_if(all.begin(), all.end(),
                          [&](const json& y) { return y.at(id) == wanted.marker; });
    if (source == all.end()) return call.refuse(no_such_marker(wanted.marker));
    ++source;
  }
  const auto end =
      source + static_cast<ptrdiff_t>(
                   std::min(wanted.limit, static_cast<size_t>(std::distance(source, all.end()))));
  json out{{std::string{list.key}, json::array()}};
  for (auto places = source; places != end; ++places)
    out[std::string{list.key}].push_back(pick(*places, wanted.fields));
  if (end - source == static_cast<ptrdiff_t>(wanted.limit) && end != source)
    out["next"] = next_page(call, "/v1/" + std::string{list.key}, wanted.limit,
                            (end - 1)->at(id).get<std::string>());
  call.respond_json(to_text(out));
}

}  // namespace ironbus::http
