#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"

namespace ironbus::http {

namespace {

result<std::monostate> check_vif(const json& body, int version) {
  static constexpr int ports_since = 67;
  const auto id = body.value("id", json{});
  if (!id.is_string() || id.get_ref<const std::string&>().empty())
    return invalid("Missing mandatory parameter: id");
  const bool port = body.contains("port_uuid");
  const bool group = body.contains("portgroup_uuid");
  if ((port || group) && version < ports_since)
    return fail(error_code::not_acceptable,
                "'port_uuid' and 'portgroup_uuid' need API version 1.67.");
  if (port && group) return invalid("'port_uuid' and 'portgroup_uuid' exclude each other.");
  return {};
}

}  // namespace

task<> list_vifs(const call_ptr& call) {
  call_driver what{"network", "vif_list"};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  const auto vifs = co_await ask_driver(call, uuid, std::move(what));
  call->respond_json(to_text({{"vifs", vifs}}));
}

task<> attach_vif(const call_ptr& call) {
  const auto body = co_await call->body_object();
  co_await check_vif(body, call->version);
  call_driver what{"network", "vif_attach", {{"vif", body}}};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

task<> detach_vif(const call_ptr& call) {
  call_driver what{"network", "vif_detach", {{"id", call->arguments[1]}}};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

}  // namespace ironbus::http
