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

const part_api portgroups{"portgroup", portgroup_resource,  23,
                          true,        check_new_portgroup, check_portgroup_patch};

void list_members(const call_ptr& x, bool full) {
  auto wanted = read_list(*x, port_resource(), {}, full);
  if (!wanted) return x->refuse(wanted.error());
  with_part(portgroups, x,
            [x, full, wanted = std::move(*wanted)](const std::string&, const json& group) mutable {
              const auto uuid = group.at("uuid").get<std::string>();
              wanted.wanted.filters.push_back({"portgroup_uuid", filter::op::equal, {uuid}});
              wanted.path = "/v1/portgroups/" + uuid + "/ports" + (full ? "/detail" : "");
              answer_list(x, port_resource(), std::move(wanted));
            });
}

}  // namespace

void list_portgroups(const call_ptr& x) { list_parts(portgroups, x, false); }
void list_portgroups_in_full(const call_ptr& x) { list_parts(portgroups, x, true); }
void list_portgroups_of_node(const call_ptr& x) {
  list_parts_of_node(portgroups, x, "portgroups", false);
}
void list_portgroups_of_node_in_full(const call_ptr& x) {
  list_parts_of_node(portgroups, x, "portgroups", true);
}
void list_ports_of_portgroup(const call_ptr& x) { list_members(x, false); }
void list_ports_of_portgroup_in_full(const call_ptr& x) { list_members(x, true); }
void show_portgroup(const call_ptr& x) { show_part(portgroups, x); }
void create_portgroup(const call_ptr& x) { create_part_of(portgroups, x); }
void patch_portgroup(const call_ptr& x) { patch_part_of(portgroups, x); }
void delete_portgroup(const call_ptr& x) { delete_part_of(portgroups, x); }

}  // namespace ironbus::http
