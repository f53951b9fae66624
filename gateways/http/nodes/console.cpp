#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/list_query.hpp"

namespace ironbus::http {

void show_console(const call_ptr& x) {
  with_node(x, x->arguments[0], [x](const std::string&, const json& snapshot) {
    if (snapshot.at("about").at("console_enabled") != true)
      return x->respond_json(to_text({{"console_enabled", false}, {"console_info", nullptr}}));
    with_driver_answer(x, {"console", "get_console"}, [x](const std::string&, const json& info) {
      x->respond_json(to_text({{"console_enabled", true}, {"console_info", info}}));
    });
  });
}

void put_console(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  if (auto keys = check_keys(*body, {"enabled"}); !keys) return x->refuse(keys.error());
  auto enabled = body->value("enabled", json{});
  if (enabled.is_string())
    if (const auto yes = read_boolean("enabled", enabled.get<std::string>()); yes) enabled = *yes;
  if (!enabled.is_boolean())
    return x->refuse(
        {error_code::invalid, "Missing mandatory parameter: enabled, which must be a boolean"});
  const auto* method = enabled == true ? "start_console" : "stop_console";
  respond_when_called(x, {"console", method, json::object(), false}, 202, "states/console");
}

}  // namespace ironbus::http
