#include "gateways/http/services/services.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/model/stored_attributes.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// The same request for the items after `last`; every filter stays.
std::string next_link(const call& call, const list_request& wanted, const std::string& last) {
  auto out = call.base() + wanted.path + "?";
  for (const auto& [name, value] : call.url.query)
    if (name != "marker" && name != "limit")
      out += percent_encode(name) + "=" + percent_encode(value) + "&";
  return out + "limit=" + std::to_string(wanted.wanted.limit) + "&marker=" + percent_encode(last);
}

/// The stored object a row stands for.
json about_of(const resource& of, const listed& row) {
  if (of.summary_is_whole || row.snapshot.empty()) return json::parse(row.summary);
  return json::parse(row.snapshot).at(attributes_key);
}

/// From the summary as it stands, if what is asked for is what a summary is.
bool append_plain(std::string& out, const list_request& wanted, const listed& row,
                  const view_context& to) {
  const auto& text = row.summary;
  if (!wanted.shown.plain_summary || text.size() <= 2 || text.back() != '}') return false;
  out.append(text, 0, text.size() - 1);
  out += ",\"links\":";
  append_links(out, to, row.id);
  out += '}';
  return true;
}

void append_row(std::string& out, text_reader& reader, const resource& of,
                const list_request& wanted, const listed& row, const view_context& to) {
  const bool from_summary = of.summary_is_whole || row.snapshot.empty();
  if (from_summary && !of.summary_is_whole && append_plain(out, wanted, row, to)) return;
  append_object(out, wanted.shown,
                from_summary ? reader.read_fields(row.summary) : reader.read_snapshot(row.snapshot),
                to);
}

void respond(call& call, const resource& of, const list_request& wanted,
             const std::vector<listed>& rows) {
  const auto base = call.base();
  const view_context to{call.version, base, wanted.links_path, wanted.brief};
  text_reader reader;
  std::string out = "{";
  out.reserve(256 + rows.size() * 512);
  append_name(out, of.key());
  out += '[';
  for (const auto& row : rows) {
    if (out.back() != '[') out += ',';
    append_row(out, reader, of, wanted, row, to);
  }
  out += ']';
  if (rows.size() == wanted.wanted.limit && !rows.empty()) {
    append_name(out, "next");
    append_string(out, next_link(call, wanted, rows.back().id));
  }
  call.respond_json(out += '}');
}

/// Adds what is not in the store, as far as the page has room.
void fill_page(std::vector<listed>& rows, const list_request& wanted,
               std::vector<listed>::const_iterator from) {
  for (; from != wanted.tail.end() && rows.size() < wanted.wanted.limit; ++from)
    rows.push_back(*from);
}

/// Orders all rows by a field that the store knows nothing of, and cuts the page out.
result<std::vector<listed>> sorted_page(const resource& of, const list_request& wanted,
                                        const std::string& marker, std::vector<listed> rows) {
  std::vector<std::pair<json, size_t>> order;
  for (size_t i = 0; i < rows.size(); ++i)
    order.emplace_back(about_of(of, rows[i]).value(wanted.sort_in_gateway, json{}), i);
  std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    return wanted.wanted.descending ? b.first < a.first : a.first < b.first;
  });
  auto begin = order.begin();
  if (!marker.empty()) {
    begin = std::find_if(order.begin(), order.end(),
                         [&](const auto& x) { return rows[x.second].id == marker; });
    if (begin == order.end())
      return fail(error_code::not_found, "There is no item " + marker.substr(0, 64) + ".");
    ++begin;
  }
  std::vector<listed> out;
  for (; begin != order.end() && out.size() < wanted.wanted.limit; ++begin)
    out.push_back(std::move(rows[begin->second]));
  return out;
}

task<std::vector<listed>> read_sorted_page(const call_ptr& call, const resource& of,
                                           const list_request& wanted) {
  auto page = wanted.wanted;
  page.marker.clear();
  page.descending = false;
  page.limit = 1000;
  auto all = co_await list_all_rows(call, std::move(page));
  all.insert(all.end(), wanted.tail.begin(), wanted.tail.end());
  co_return sorted_page(of, wanted, wanted.wanted.marker, std::move(all));
}

failure no_marker(const list_request& wanted) {
  return {error_code::not_found,
          "There is no item " + wanted.wanted.marker.substr(0, 64) + " to go on after."};
}

task<std::vector<listed>> read_page(const call_ptr& call, const resource& of,
                                    const list_request& wanted) {
  if (!wanted.sort_in_gateway.empty()) co_return co_await read_sorted_page(call, of, wanted);
  std::vector<listed> rows;
  const auto after = std::find_if(wanted.tail.begin(), wanted.tail.end(),
                                  [&](const auto& row) { return row.id == wanted.wanted.marker; });
  if (after != wanted.tail.end()) {
    fill_page(rows, wanted, std::next(after));
    co_return rows;
  }
  auto found = co_await tried(list_rows(call, wanted.wanted));
  if (!found && found.error().code == error_code::not_found)
    co_return tl::unexpected(no_marker(wanted));
  rows = co_await std::move(found);
  fill_page(rows, wanted, wanted.tail.begin());
  co_return rows;
}

}  // namespace

task<> answer_list(const call_ptr& x, const resource& of, list_request wanted) {
  const auto rows = co_await read_page(x, of, wanted);
  respond(*x, of, wanted, rows);
}

}  // namespace ironbus::http
