#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"

#include <array>

namespace ironbus::http {

namespace {

namespace consoles = driver_operations::console;

constexpr std::array console_fields{
    body_field{.name = "enabled", .type = body_type::boolean_word, .flags = needed},
};

}  // namespace

const body_table console_body{.name = "ConsoleRequest", .fields = console_fields};

task<> show_console(const call_ptr& call) {
  const auto node = co_await read_node(call, call->arguments[0]);
  const bool enabled = node.attributes().at("console_enabled") == true;
  json info;
  if (enabled) {
    auto what = call_of(consoles::get_console);
    info = co_await ask_driver(call, node.uuid, std::move(what));
  }
  call->respond_json(to_text({{"console_enabled", enabled}, {"console_info", info}}));
}

task<> put_console(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  const bool enabled = body.at("enabled").get<bool>();
  auto what = call_later(enabled ? consoles::start_console : consoles::stop_console);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  respond_located(*call, 202, uuid, "states/console");
}

}  // namespace ironbus::http
