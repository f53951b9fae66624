#include "gateways/http/api/prefer_header.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/trait_names.hpp"

namespace ironbus::http {

namespace {

using names = std::vector<std::string>;

task<> send_traits(const call_ptr& call, set_traits::how how, names traits) {
  set_traits what{how, std::move(traits)};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
}

}  // namespace

task<> list_traits(const call_ptr& x) {
  const auto node = co_await read_node(x, x->arguments[0]);
  x->respond_json(to_text({{"traits", node.snapshot.value("traits", json::array())}}));
}

task<> put_traits(const call_ptr& call) {
  const auto traits = co_await read_traits(*call);
  co_await send_traits(call, set_traits::how::all, traits);
  respond_replaced(*call, {{"traits", traits}});
}

task<> put_trait(const call_ptr& call) {
  const auto& name = call->arguments[1];
  if (!call->request.body.empty()) {
    const auto body = call->body_object();
    if (!body || !body->empty())
      co_await fail(error_code::invalid, "A request that sets a single trait must have no body.");
  }
  co_await check_trait(name);
  co_await send_traits(call, set_traits::how::add, names(1, name));
  const auto location =
      call->base() + "/v1/nodes/" + percent_encode(call->arguments[0]) + "/traits/" + name;
  call->respond_empty(204, {{"Location", location}});
}

task<> delete_traits(const call_ptr& x) {
  co_await send_traits(x, set_traits::how::all, names());
  x->respond_empty(204);
}

task<> delete_trait(const call_ptr& x) {
  co_await send_traits(x, set_traits::how::remove, names(1, x->arguments[1]));
  x->respond_empty(204);
}

}  // namespace ironbus::http
