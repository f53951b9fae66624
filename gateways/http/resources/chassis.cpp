#include "gateways/http/resources/chassis.hpp"

#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/uuid.hpp"

namespace ironbus::http {

namespace {

query nodes_in(const std::string& uuid, size_t limit) {
  query out;
  out.collection = "nodes";
  out.filters = {{"chassis_uuid", filter::op::equal, {uuid}}};
  out.limit = limit;
  return out;
}

task<> list_nodes_in(const call_ptr& call, bool full) {
  auto wanted = co_await read_list(*call, node_resource(), no_filters, full);
  const auto found = co_await read_record(chassis_records, call, call->arguments[0]);
  limit_list(*call, wanted.wanted, "baremetal:node:list_all");
  wanted.wanted.filters.push_back({"chassis_uuid", filter::op::equal, {found.uuid}});
  wanted.path = "/v1/chassis/" + found.uuid + "/nodes" + (full ? "/detail" : "");
  co_await answer_list(call, node_resource(), std::move(wanted));
}

task<> delete_chassis(const call_ptr& call) {
  const auto& uuid = call->arguments[0];
  if (is_uuid(uuid)) {  // delete_one_record rejects an invalid UUID.
    const auto nodes = co_await list_rows(call, nodes_in(uuid, 1));
    if (!nodes.empty())
      co_await fail(error_code::invalid,
                    "Chassis " + uuid + " still has nodes, such as " + nodes[0].id + ".");
  }
  co_await delete_one_record(chassis_records, call);
}

}  // namespace

task<> check_chassis(const call_ptr& call, const json& uuid) {
  if (!uuid.is_string()) co_return;
  const auto name = uuid.get<std::string>();
  failure missing{error_code::invalid, "Invalid value for 'chassis_uuid': chassis " +
                                           name.substr(0, 64) + " could not be found."};
  co_await load_existing(call, "record", record_subject("chassis", name), std::move(missing));
}

collection_routes chassis_routes() {
  auto out = routes_of(chassis_records);
  out.before_items.push_back(full_list(out, chassis_records.text, [](const call_ptr& x) {
    return list_records(chassis_records, x, true);
  }));
  out.remove.answers = delete_chassis;
  const auto below = out.show.path + "/nodes";
  out.below = {
      {"GET", below, [](const call_ptr& x) { return list_nodes_in(x, false); }, 1, 404,
       body_kind::normal, "List the nodes of a chassis"},
      {"GET", below + "/detail", [](const call_ptr& x) { return list_nodes_in(x, true); }, 1, 404,
       body_kind::normal, "List the nodes of a chassis in full"},
  };
  return out;
}

}  // namespace ironbus::http
