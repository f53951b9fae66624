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

task<> list_nodes_in(const call_ptr& x, bool full) {
  auto wanted = co_await read_list(*x, node_resource(), no_filters, full);
  const auto found = co_await read_record(chassis, x, x->arguments[0]);
  wanted.wanted.filters.push_back({"chassis_uuid", filter::op::equal, {found.uuid}});
  wanted.path = "/v1/chassis/" + found.uuid + "/nodes" + (full ? "/detail" : "");
  co_await answer_list(x, node_resource(), std::move(wanted));
}

}  // namespace

task<> check_chassis(const call_ptr& x, const json& uuid) {
  if (!uuid.is_string()) co_return;
  const auto name = uuid.get<std::string>();
  failure missing{error_code::invalid, "Invalid value for 'chassis_uuid': chassis " +
                                           name.substr(0, 64) + " could not be found."};
  co_await load_existing(x, "record", record_subject("chassis", name), std::move(missing));
}

task<> list_chassis(const call_ptr& x) { return list_records(chassis, x, false); }
task<> list_chassis_in_full(const call_ptr& x) { return list_records(chassis, x, true); }
task<> list_nodes_of_chassis(const call_ptr& x) { return list_nodes_in(x, false); }
task<> list_nodes_of_chassis_in_full(const call_ptr& x) { return list_nodes_in(x, true); }
task<> show_chassis(const call_ptr& x) { return show_record(chassis, x); }
task<> create_chassis(const call_ptr& x) { return create_one_record(chassis, x); }
task<> patch_chassis(const call_ptr& x) { return patch_record(chassis, x); }

task<> delete_chassis(const call_ptr& x) {
  const auto& uuid = x->arguments[0];
  if (is_uuid(uuid)) {  // what is none, delete_one_record refuses
    const auto nodes = co_await list_rows(x, nodes_in(uuid, 1));
    if (!nodes.empty())
      co_await fail(error_code::invalid,
                    "Chassis " + uuid + " still has nodes, such as " + nodes[0].id + ".");
  }
  co_await delete_one_record(chassis, x);
}

}  // namespace ironbus::http
