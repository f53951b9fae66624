#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"

#include <array>

namespace ironbus::http {

namespace {

namespace networks = driver_operations::network;

constexpr int vif_ports_since = 67;

constexpr std::array vif_fields{
    body_field{.name = "id", .type = body_type::text, .flags = needed | not_empty},
    body_field{.name = "port_uuid", .since = vif_ports_since},
    body_field{.name = "portgroup_uuid",
               .since = vif_ports_since,
               .description = "Cannot be given together with port_uuid."},
};

}  // namespace

const body_table vif_body{.name = "VifRequest", .fields = vif_fields, .open = true};

task<> list_vifs(const call_ptr& call) {
  auto what = call_of(networks::vif_list);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  const auto vifs = co_await ask_driver(call, uuid, std::move(what));
  call->respond_json(to_text({{"vifs", vifs}}));
}

task<> attach_vif(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  if (body.contains("port_uuid") && body.contains("portgroup_uuid"))
    co_await invalid("'port_uuid' and 'portgroup_uuid' cannot be given together.");
  auto what = call_of(networks::vif_attach, {{"vif", body}});
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

task<> detach_vif(const call_ptr& call) {
  auto what = call_of(networks::vif_detach, {{"id", call->arguments[1]}});
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

}  // namespace ironbus::http
