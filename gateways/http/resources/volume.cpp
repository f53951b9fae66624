#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/subresource.hpp"

namespace ironbus::http {

namespace {

const part_api connectors{
    "volume_connector", volume_connector_resource, {"a volume connector", "volume connectors", 32}};
const part_api volume_targets{
    "volume_target", volume_target_resource, {"a volume target", "volume targets", 32}};

json links_to(const call& x, const std::string& path) {
  return json::array({json{{"href", x.base() + "/v1/" + path}, {"rel", "self"}},
                      json{{"href", x.base() + "/" + path}, {"rel", "bookmark"}}});
}

}  // namespace

void show_volume(const call_ptr& call) {
  call->respond_json(to_text({{"links", links_to(*call, "volume/")},
                              {"connectors", links_to(*call, "volume/connectors")},
                              {"targets", links_to(*call, "volume/targets")}}));
}

task<> show_volume_of_node(const call_ptr& call) {
  const auto node = co_await read_node_text(call, call->arguments[0]);
  const auto path = "nodes/" + node.uuid + "/volume";
  call->respond_json(to_text({{"links", links_to(*call, path)},
                              {"connectors", links_to(*call, path + "/connectors")},
                              {"targets", links_to(*call, path + "/targets")}}));
}

task<> list_volume_connectors_of_node(const call_ptr& x) {
  return list_parts_of_node(connectors, x, "volume/connectors", false);
}
task<> list_volume_targets_of_node(const call_ptr& x) {
  return list_parts_of_node(volume_targets, x, "volume/targets", false);
}

collection_routes volume_connector_routes() {
  auto out = routes_of(connectors);
  out.change.differs = "a connector cannot move to another node";
  return out;
}

collection_routes volume_target_routes() {
  auto out = routes_of(volume_targets);
  out.change.differs = "a target cannot move to another node";
  return out;
}

}  // namespace ironbus::http
