#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/port_rules.hpp"
#include "gateways/http/resources/subresource.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ironbus::http {

namespace {

const part_api ports{"port", port_resource,  {"a port", "ports"}, 88,
                     false,  check_new_port, check_port_patch};

/// A request may use at most one of these filters.
constexpr std::array<std::string_view, 4> exclusive{"node", "node_uuid", "portgroup", "shard"};

task<> list_ports_as(const call_ptr& call, bool full) {
  const auto given = std::count_if(exclusive.begin(), exclusive.end(),
                                   [&](auto name) { return call->url.parameter(name) != nullptr; });
  if (given > 1)
    co_await fail(error_code::forbidden,
                  "Give only one of the filters 'node', 'portgroup' and 'shard'.");
  co_await list_parts(ports, call, full);
}

}  // namespace

task<> list_ports_of_node(const call_ptr& x) {
  return list_parts_of_node(ports, x, "ports", false);
}
task<> list_ports_of_node_in_full(const call_ptr& x) {
  return list_parts_of_node(ports, x, "ports", true);
}

collection_routes port_routes() {
  auto out = routes_of(ports);
  out.list.answers = [](const call_ptr& x) { return list_ports_as(x, false); };
  out.before_items.push_back(
      full_list(out, ports.text, [](const call_ptr& x) { return list_ports_as(x, true); }));
  out.change.differs = "a port cannot move to another node: delete and create it; 500 in Ironic";
  return out;
}

}  // namespace ironbus::http
