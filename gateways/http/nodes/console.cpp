#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/list_query.hpp"

namespace ironbus::http {

namespace {

result<bool> read_enabled(const json& body) {
  if (auto keys = check_keys(body, {"enabled"}); !keys) return tl::unexpected(keys.error());
  auto enabled = body.value("enabled", json{});
  if (enabled.is_string())
    if (const auto yes = read_boolean("enabled", enabled.get<std::string>()); yes) enabled = *yes;
  if (!enabled.is_boolean())
    return fail(error_code::invalid,
                "Missing mandatory parameter: enabled, which must be a boolean");
  return enabled.get<bool>();
}

}  // namespace

task<> show_console(const call_ptr& call) {
  const auto node = co_await read_node(call, call->arguments[0]);
  const bool enabled = node.attributes().at("console_enabled") == true;
  json info;
  if (enabled) {
    call_driver what{"console", "get_console"};
    info = co_await ask_driver(call, node.uuid, std::move(what));
  }
  call->respond_json(to_text({{"console_enabled", enabled}, {"console_info", info}}));
}

task<> put_console(const call_ptr& call) {
  const auto body = co_await call->body_object();
  const bool enabled = co_await read_enabled(body);
  call_driver what{"console", enabled ? "start_console" : "stop_console", json::object(), false};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  respond_located(*call, 202, uuid, "states/console");
}

}  // namespace ironbus::http
