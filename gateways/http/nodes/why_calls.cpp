#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/nodes/node_why.hpp"
#include "gateways/http/nodes/wait_cause.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/list_query.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// The maximum number of nodes that one request examines. If few of them wait, its page ends there.
constexpr size_t nodes_examined_max = 10'000;
/// The number of nodes in memory at a time.
constexpr size_t nodes_at_once_min = 50;
constexpr size_t nodes_at_once_max = 200;

/// One page of the list while it is built.
struct why_page {
  size_t limit = 0;
  std::string items;  ///< The items of the JSON array.
  size_t count = 0;
  size_t examined = 0;
  std::string last;  ///< The node up to which the page is complete.
  bool at_end = false;

  bool is_full() const { return at_end || count == limit || examined >= nodes_examined_max; }
};

/// Takes the snapshots of the waiting nodes from a batch, up to the page's limit.
std::vector<std::string> take_waiting(why_page& page, std::vector<listed> rows) {
  std::vector<std::string> out;
  text_reader reader;
  for (auto& row : rows) {
    if (page.count + out.size() == page.limit) return out;
    ++page.examined;
    page.last = row.id;
    if (has_wait_cause(reader.read_snapshot(row.snapshot))) out.push_back(std::move(row.snapshot));
  }
  return out;
}

task<std::vector<listed>> read_stretch(const call_ptr& call, query wanted) {
  const auto marker = wanted.marker;
  auto rows = co_await tried(list_rows(call, std::move(wanted)));
  if (!rows && rows.error().code == error_code::not_found)
    co_return tl::unexpected(no_such_marker(marker));
  co_return rows;
}

task<> gather_page(const call_ptr& call, why_page& page, why_reader& reader, query wanted) {
  wanted.with_snapshot = true;
  wanted.limit = std::clamp(page.limit, nodes_at_once_min, nodes_at_once_max);
  while (!page.is_full()) {
    auto rows = co_await read_stretch(call, wanted);
    const auto count = rows.size();
    const auto examined_before = page.examined;
    const auto held_up = take_waiting(page, std::move(rows));
    const auto whys = co_await reader.explain(held_up);
    for (const auto& why : whys)
      page.items.append(page.count++ == 0 ? "" : ",").append(to_text(why));
    page.at_end = count < wanted.limit && page.examined == examined_before + count;
    wanted.marker = page.last;
  }
}

}  // namespace

task<> show_why(const call_ptr& call) {
  const auto found = co_await read_node_text(call, call->arguments[0]);
  auto members = co_await read_members(call);
  why_reader reader{call, std::move(members)};
  const std::vector<std::string> snapshots{found.text};
  const auto whys = co_await reader.explain(snapshots);
  call->respond_json(to_text(whys.front()));
}

task<> list_whys(const call_ptr& call) {
  auto wanted = co_await read_walk(*call, "nodes", filters_of("why"));
  limit_list(*call, wanted, "baremetal:node:list_all", "owner");  // A reason may quote last_error.
  if (const auto* parent = call->url.parameter("parent_node")) {
    const auto uuid = co_await resolve_node(call, *parent);
    wanted.filters.push_back({"parent_node", filter::op::equal, {uuid}});
  }
  auto members = co_await read_members(call);
  why_reader reader{call, std::move(members)};
  why_page page;
  page.limit = wanted.limit;
  co_await gather_page(call, page, reader, std::move(wanted));
  auto out = "{\"nodes\":[" + page.items + "]";
  if (!page.at_end) {
    append_name(out, "next");
    append_string(out, next_page(*call, "/v1/why", page.limit, page.last));
  }
  call->respond_json(out += '}');
}

}  // namespace ironbus::http
