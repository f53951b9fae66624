#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/request_body.hpp"

namespace ironbus::http {

task<> put_raid(const call_ptr& call) {
  auto body = co_await read_body(*call);
  set_target_raid what{std::move(body)};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
  call->respond_empty(204);
}

}  // namespace ironbus::http
