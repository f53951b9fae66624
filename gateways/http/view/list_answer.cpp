#include "gateways/http/api/permission.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/hidden_fields.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/model/field.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// The stored object of a row.
json attributes_of(const resource& kind, const listed& row) {
  if (kind.summary_is_whole || row.snapshot.empty()) return json::parse(row.summary);
  return json::parse(row.snapshot).at(attributes_key);
}

/// Copies the summary unchanged if the request wants just that.
bool append_plain(std::string& out, const list_request& wanted, const listed& row,
                  const view_context& context) {
  const auto& text = row.summary;
  if (!wanted.shown.plain_summary || text.size() <= 2 || text.back() != '}') return false;
  out.append(text, 0, text.size() - 1);
  out += ",\"links\":";
  append_links(out, context, row.id);
  out += '}';
  return true;
}

void append_row(std::string& out, text_reader& reader, const resource& kind,
                const list_request& wanted, const listed& row, const view_context& context) {
  const bool from_summary = kind.summary_is_whole || row.snapshot.empty();
  if (from_summary && !kind.summary_is_whole && append_plain(out, wanted, row, context)) return;
  append_object(out, wanted.shown,
                from_summary ? reader.read_fields(row.summary) : reader.read_snapshot(row.snapshot),
                context);
}

void respond(call& call, const resource& kind, const list_request& wanted,
             const std::vector<listed>& rows) {
  const auto base = call.base();
  const hidden_fields hidden{call, kind};
  const view_context context{call.version,      base,
                             wanted.links_path, wanted.brief,
                             reads_only(call),  hidden.empty() ? nullptr : &hidden};
  text_reader reader;
  std::string out = "{";
  out.reserve(256 + rows.size() * 512);
  append_name(out, kind.key());
  out += '[';
  for (const auto& row : rows) {
    if (out.back() != '[') out += ',';
    append_row(out, reader, kind, wanted, row, context);
  }
  out += ']';
  if (rows.size() == wanted.wanted.limit && !rows.empty()) {
    append_name(out, "next");
    append_string(out, next_page(call, wanted.path, wanted.wanted.limit, rows.back().id));
  }
  call.respond_json(out += '}');
}

/// Adds rows that are not in the store, up to the page size.
void fill_page(std::vector<listed>& rows, const list_request& wanted,
               std::vector<listed>::const_iterator source) {
  for (; source != wanted.tail.end() && rows.size() < wanted.wanted.limit; ++source)
    rows.push_back(*source);
}

/// Sorts all rows by a field that the store cannot sort by, and returns the page.
result<std::vector<listed>> sorted_page(const resource& kind, const list_request& wanted,
                                        const std::string& marker, std::vector<listed> rows) {
  std::vector<std::pair<json, size_t>> order;
  for (size_t i = 0; i < rows.size(); ++i)
    order.emplace_back(attributes_of(kind, rows[i]).value(wanted.sort_in_gateway, json{}), i);
  std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    return wanted.wanted.descending ? b.first < a.first : a.first < b.first;
  });
  auto begin = order.begin();
  if (!marker.empty()) {
    begin = std::find_if(order.begin(), order.end(),
                         [&](const auto& x) { return rows[x.second].id == marker; });
    if (begin == order.end())
      return fail(error_code::not_found, "No item with the marker " + marker.substr(0, 64) + ".");
    ++begin;
  }
  std::vector<listed> out;
  for (; begin != order.end() && out.size() < wanted.wanted.limit; ++begin)
    out.push_back(std::move(rows[begin->second]));
  return out;
}

task<std::vector<listed>> read_sorted_page(const call_ptr& call, const resource& kind,
                                           const list_request& wanted) {
  auto page = wanted.wanted;
  page.marker.clear();
  page.descending = false;
  page.limit = 1000;
  auto all = co_await list_all_rows(call, std::move(page));
  all.insert(all.end(), wanted.tail.begin(), wanted.tail.end());
  co_return sorted_page(kind, wanted, wanted.wanted.marker, std::move(all));
}

task<std::vector<listed>> read_page(const call_ptr& call, const resource& kind,
                                    const list_request& wanted) {
  if (!wanted.sort_in_gateway.empty()) co_return co_await read_sorted_page(call, kind, wanted);
  std::vector<listed> rows;
  const auto after = std::find_if(wanted.tail.begin(), wanted.tail.end(),
                                  [&](const auto& row) { return row.id == wanted.wanted.marker; });
  if (after != wanted.tail.end()) {
    fill_page(rows, wanted, std::next(after));
    co_return rows;
  }
  auto found = co_await tried(list_rows(call, wanted.wanted));
  if (!found && found.error().code == error_code::not_found)
    co_return tl::unexpected(no_such_marker(wanted.wanted.marker));
  rows = co_await std::move(found);
  fill_page(rows, wanted, wanted.tail.begin());
  co_return rows;
}

}  // namespace

std::string next_page(const call& call, const std::string& path, size_t limit,
                      const std::string& last) {
  auto out = call.base() + path + "?";
  for (const auto& [name, value] : call.url.query)
    if (name != "marker" && name != "limit")
      out += percent_encode(name) + "=" + percent_encode(value) + "&";
  return out + "limit=" + std::to_string(limit) + "&marker=" + percent_encode(last);
}

failure no_such_marker(const std::string& marker) {
  return {error_code::not_found, "No item with the marker " + marker.substr(0, 64) + "."};
}

task<> answer_list(const call_ptr& x, const resource& kind, list_request wanted) {
  const auto rows = co_await read_page(x, kind, wanted);
  respond(*x, kind, wanted, rows);
}

}  // namespace ironbus::http
