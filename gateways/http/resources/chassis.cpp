#include "gateways/http/resources/chassis.hpp"

#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/uuid.hpp"

namespace ironbus::http {

namespace {

const record_api chassis{"chassis", false};

query nodes_in(const std::string& uuid, size_t limit) {
  query out;
  out.collection = "nodes";
  out.filters = {{"chassis_uuid", filter::op::equal, {uuid}}};
  out.limit = limit;
  return out;
}

void list_members(const call_ptr& x, bool full) {
  auto wanted = read_list(*x, node_resource(), {}, full);
  if (!wanted) return x->refuse(wanted.error());
  with_record(chassis, x, x->arguments[0],
              [x, full, wanted = std::move(*wanted)](const std::string& uuid, const json&) mutable {
                wanted.wanted.filters.push_back({"chassis_uuid", filter::op::equal, {uuid}});
                wanted.path = "/v1/chassis/" + uuid + "/nodes" + (full ? "/detail" : "");
                answer_list(x, node_resource(), std::move(wanted));
              });
}

}  // namespace

void with_chassis(const call_ptr& x, const json& uuid, std::function<void()> go_on) {
  if (!uuid.is_string()) return go_on();
  const auto name = uuid.get<std::string>();
  auto loaded = [x, name, go_on = std::move(go_on)](const result<stored>& found) {
    if (found && !found->erased) return go_on();
    if (!found && found.error().code != error_code::not_found) return x->refuse(found.error());
    x->refuse({error_code::invalid, "Invalid value for 'chassis_uuid': chassis " +
                                        name.substr(0, 64) + " could not be found."});
  };
  x->with.records.load("record", record_subject("chassis", name),
                       x->either<stored>(std::move(loaded)));
}

void list_chassis(const call_ptr& x) { list_records(chassis, x, false); }
void list_chassis_in_full(const call_ptr& x) { list_records(chassis, x, true); }
void list_nodes_of_chassis(const call_ptr& x) { list_members(x, false); }
void list_nodes_of_chassis_in_full(const call_ptr& x) { list_members(x, true); }
void show_chassis(const call_ptr& x) { show_record(chassis, x); }
void create_chassis(const call_ptr& x) { create_one_record(chassis, x); }
void patch_chassis(const call_ptr& x) { patch_record(chassis, x); }

void delete_chassis(const call_ptr& x) {
  if (!is_uuid(x->arguments[0])) return delete_one_record(chassis, x);  // says what is wrong
  auto found = [x](const std::vector<listed>& nodes) {
    if (nodes.empty()) return delete_one_record(chassis, x);
    x->refuse({error_code::invalid,
               "Chassis " + x->arguments[0] + " still has nodes, such as " + nodes[0].id + "."});
  };
  x->with.records.list(nodes_in(x->arguments[0], 1),
                       x->then<std::vector<listed>>(std::move(found)));
}

}  // namespace ironbus::http
