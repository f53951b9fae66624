#include "gateways/http/view/list_query.hpp"

#include "gateways/http/api/version.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/trait_names.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"
#include "messages/model/provision_state.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::http {

namespace {

constexpr int fields_since = 8;

constexpr std::array<std::string_view, 6> paging_parameters{"limit",    "marker", "sort_key",
                                                            "sort_dir", "fields", "detail"};
constexpr std::array<std::string_view, 2> walk_parameters{"limit", "marker"};
constexpr std::array<std::string_view, 4> faults{"power failure", "clean failure",
                                                 "rescue abort failure", "service failure"};

template <class Range>
bool contains(const Range& all, std::string_view x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  while (true) {
    const auto comma = text.find(',');
    if (auto piece = text.substr(0, comma); !piece.empty()) out.emplace_back(piece);
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

tl::unexpected<failure> bad(std::string_view name, std::string_view value,
                            const std::string& allowed) {
  return fail(error_code::invalid, "Invalid value for '" + std::string{name} +
                                       "': " + to_text(json(value.substr(0, 80))) +
                                       "; allowed: " + allowed + ".");
}

tl::unexpected<failure> too_old(std::string_view what, int since, int version) {
  return fail(error_code::not_acceptable, "'" + std::string{what} + "' needs API version " +
                                              version_text(since) + "; requested was " +
                                              version_text(version) + ".");
}

result<std::vector<std::string>> read_trait_list(const std::string& value) {
  auto names = split(value);
  if (names.empty()) return fail(error_code::invalid, "A list of traits must not be empty.");
  for (const auto& name : names)
    if (auto ok = check_trait(name); !ok) return tl::unexpected(ok.error());
  return names;
}

result<filter> trait_filter(const filter_spec& spec, const std::string& value) {
  auto names = read_trait_list(value);
  if (!names) return tl::unexpected(names.error());
  auto how = filter::op::equal;
  if (spec.kind == filter_kind::traits_not_all) how = filter::op::not_all;
  if (spec.kind == filter_kind::traits_none) how = filter::op::none_of;
  return filter{std::string{spec.column}, how, std::move(*names)};
}

result<filter> as_filter(const filter_spec& spec, const std::string& value) {
  filter out{std::string{spec.column}, filter::op::equal, {value}};
  switch (spec.kind) {
    case filter_kind::boolean:
    case filter_kind::set: {
      auto yes = read_boolean(spec.name, value);
      if (!yes) return tl::unexpected(yes.error());
      if (spec.kind == filter_kind::boolean)
        out.values = {*yes ? "true" : "false"};
      else
        out = {out.column, *yes ? filter::op::present : filter::op::absent, {}};
      return out;
    }
    case filter_kind::lower_text:
      if (value.empty()) return filter{out.column, filter::op::absent, {}};
      out.values = {lower(value)};
      return out;
    case filter_kind::uuid:
      if (!is_uuid(value)) return bad(spec.name, value, "a UUID");
      return out;
    case filter_kind::mac: {
      auto mac = normalize_mac(value);
      if (!mac) return bad(spec.name, value, "a MAC address");
      out.values = {*mac};
      return out;
    }
    case filter_kind::state:
      if (!provision_state_from(value))
        return bad(spec.name, value, "the name of a provision state");
      return out;
    case filter_kind::fault:
      if (!contains(faults, value))
        return bad(spec.name, value,
                   "power failure, clean failure, rescue abort failure, "
                   "service failure");
      return out;
    case filter_kind::any_of: out.values = split(value); return out;
    case filter_kind::traits_any:
    case filter_kind::traits_not_all:
    case filter_kind::traits_none: return trait_filter(spec, value);
    case filter_kind::contains: out.how = filter::op::contains; return out;
    default: return out;
  }
}

result<std::monostate> check_names(const call& call, std::span<const std::string_view> paging,
                                   std::span<const filter_spec> filters) {
  for (const auto& parameter : call.url.query) {
    const auto& name = parameter.first;
    const bool known =
        contains(paging, name) || std::any_of(filters.begin(), filters.end(),
                                              [&](const auto& row) { return row.name == name; });
    if (known) continue;
    auto allowed = join(paging);
    for (const auto& row : filters) allowed.append(", ").append(row.name);
    return fail(error_code::invalid,
                "Unexpected arguments: " + name.substr(0, 64) + "; allowed: " + allowed + ".");
  }
  return {};
}

result<std::monostate> read_filters(const call& call, std::span<const filter_spec> filters,
                                    query& out) {
  for (const auto& spec : filters) {
    const auto* value = call.url.parameter(spec.name);
    if (value == nullptr) continue;
    if (call.version < spec.since) return too_old(spec.name, spec.since, call.version);
    if (spec.kind == filter_kind::node || spec.kind == filter_kind::other) continue;
    if (spec.kind == filter_kind::traits_all) {
      const auto names = read_trait_list(*value);
      if (!names) return tl::unexpected(names.error());
      for (const auto& name : *names)
        out.filters.push_back({std::string{spec.column}, filter::op::equal, {name}});
      continue;
    }
    auto one = as_filter(spec, *value);
    if (!one) return tl::unexpected(one.error());
    out.filters.push_back(std::move(*one));
  }
  return {};
}

result<std::monostate> read_page(const call& call, query& out) {
  auto page = read_paging(call);
  if (!page) return tl::unexpected(page.error());
  out.limit = page->limit;
  out.marker = std::move(page->marker);
  out.descending = page->descending;
  return {};
}

result<std::monostate> read_order(const call& call, const resource& kind, list_request& out) {
  const auto* key = call.url.parameter("sort_key");
  // The store returns rows in the order of their creation.
  if (key == nullptr || *key == "id" || *key == "created_at") return {};
  const auto* row = kind.find(*key);
  if (row == nullptr || !row->spec.has(sortable)) {
    std::string allowed = "id";
    for (const auto& one : kind.columns)
      if (one.spec.has(sortable) && one.spec.since <= call.version)
        allowed.append(", ").append(one.spec.name);
    return bad("sort_key", *key, allowed);
  }
  if (row->spec.since > call.version) return too_old(*key, row->spec.since, call.version);
  if (contains(kind.store_columns, *key))
    out.wanted.sort_column = *key;
  else
    out.sort_in_gateway = *key;
  return {};
}

result<std::monostate> read_shown(const call& call, const resource& kind, bool full,
                                  list_request& out) {
  const auto* fields = call.url.parameter("fields");
  if (const auto* detail = call.url.parameter("detail")) {
    if (call.version < kind.detail_since)
      return fail(error_code::invalid,
                  "'detail' needs API version " + version_text(kind.detail_since) + ".");
    auto wanted = read_boolean("detail", *detail);
    if (!wanted) return tl::unexpected(wanted.error());
    full = full || *wanted;
  }
  if (fields != nullptr && full)
    return fail(error_code::invalid,
                "'fields' cannot be used for full objects. Leave out "
                "'fields' or 'detail'.");
  if (fields != nullptr && call.version < fields_since)
    return too_old("fields", fields_since, call.version);
  auto chosen = fields != nullptr ? select_fields(kind, call.version, *fields)
                                  : result<selection>{full ? select_full(kind, call.version)
                                                           : select_listed(kind, call.version)};
  if (!chosen) return tl::unexpected(chosen.error());
  out.shown = std::move(*chosen);
  out.brief = !full && fields == nullptr;
  return {};
}

}  // namespace

result<bool> read_boolean(std::string_view name, std::string_view text) {
  if (const auto value = boolean_word(text)) return *value;
  return bad(name, text, "true, false");
}

result<paging> read_paging(const call& call) {
  paging out{call.services.options.list_items_max, {}, false};
  if (const auto* limit = call.url.parameter("limit")) {
    size_t n = 0;
    const auto [end, e] = std::from_chars(limit->data(), limit->data() + limit->size(), n);
    if (e != std::errc{} || end != limit->data() + limit->size() || n == 0)
      return bad("limit", *limit, "a whole number from 1");
    out.limit = std::min(n, out.limit);
  }
  if (const auto* marker = call.url.parameter("marker")) out.marker = *marker;
  if (const auto* direction = call.url.parameter("sort_dir")) {
    if (*direction != "asc" && *direction != "desc")
      return bad("sort_dir", *direction, "asc, desc");
    out.descending = *direction == "desc";
  }
  return out;
}

result<query> read_walk(const call& call, std::string_view collection,
                        std::span<const filter_spec> filters) {
  query out;
  out.collection = collection;
  auto done = check_names(call, walk_parameters, filters);
  if (done) done = read_filters(call, filters, out);
  if (done) done = read_page(call, out);
  if (!done) return tl::unexpected(done.error());
  return out;
}

result<selection> read_fields(const call& call, const resource& kind, std::string_view other) {
  auto shown = result<selection>{select_full(kind, call.version)};
  std::string allowed{"fields"};
  if (other != allowed) append_item(allowed, other);
  for (const auto& [name, value] : call.url.query) {
    if (name != "fields" && name == other) continue;
    if (name != "fields")
      return fail(error_code::invalid,
                  "Unexpected arguments: " + name.substr(0, 64) + "; allowed: " + allowed + ".");
    if (call.version < fields_since) return too_old("fields", fields_since, call.version);
    shown = select_fields(kind, call.version, value);
    if (!shown) return shown;
  }
  return shown;
}

result<list_request> read_list(const call& call, const resource& kind,
                               std::span<const filter_spec> filters, bool full) {
  list_request out;
  out.wanted.collection = kind.collection;
  out.links_path = kind.api_path();
  out.path = "/v1/" + out.links_path + (full ? "/detail" : "");
  auto done = check_names(call, paging_parameters, filters);
  if (done) done = read_filters(call, filters, out.wanted);
  if (done) done = read_page(call, out.wanted);
  if (done) done = read_order(call, kind, out);
  if (done) done = read_shown(call, kind, full, out);
  if (!done) return tl::unexpected(done.error());
  out.wanted.with_snapshot =
      !kind.summary_is_whole && (!out.shown.listed_only || !out.sort_in_gateway.empty());
  return out;
}

}  // namespace ironbus::http
