#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/subresource.hpp"

namespace ironbus::http {

namespace {

result<std::monostate> check_new_portgroup(const json& fields, int version) {
  const auto name = fields.find("name");
  if (name == fields.end() || name->is_null()) return {};
  return check_node_name(name->get<std::string>(), version);
}

result<std::monostate> check_portgroup_patch(const std::vector<patch_operation>& patch,
                                             int version) {
  for (const auto& x : patch)
    if (x.path == "/name" && x.value.is_string())
      if (auto ok = check_node_name(x.value.get<std::string>(), version); !ok) return ok;
  return {};
}

const part_api portgroups{
    "portgroup",         portgroup_resource,   {"a port group", "port groups", 23}, 23, true,
    check_new_portgroup, check_portgroup_patch};

task<> list_ports_in(const call_ptr& call, bool full) {
  auto wanted = co_await read_list(*call, port_resource(), no_filters, full);
  const auto group = co_await read_part(portgroups, call);
  wanted.wanted.filters.push_back({"portgroup_uuid", filter::op::equal, {group.uuid()}});
  wanted.path = "/v1/portgroups/" + group.uuid() + "/ports" + (full ? "/detail" : "");
  co_await answer_list(call, port_resource(), std::move(wanted));
}

}  // namespace

task<> list_portgroups_of_node(const call_ptr& x) {
  return list_parts_of_node(portgroups, x, "portgroups", false);
}
task<> list_portgroups_of_node_in_full(const call_ptr& x) {
  return list_parts_of_node(portgroups, x, "portgroups", true);
}

collection_routes portgroup_routes() {
  auto out = routes_of(portgroups);
  out.before_items.push_back(full_list(
      out, portgroups.text, [](const call_ptr& x) { return list_parts(portgroups, x, true); }));
  const auto below = out.show.path + "/ports";
  out.below = {
      {"GET", below, [](const call_ptr& x) { return list_ports_in(x, false); }, 24, 404,
       body_kind::normal, "List the ports of a port group", access::user,
       "also by name; 404 in Ironic"},
      {"GET", below + "/detail", [](const call_ptr& x) { return list_ports_in(x, true); }, 24, 404,
       body_kind::normal, "List the ports of a port group in full"},
  };
  return out;
}

}  // namespace ironbus::http
