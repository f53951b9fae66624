#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"

#include <array>
#include <charconv>

namespace ironbus::http {

namespace {

namespace consoles = driver_operations::console;

constexpr std::array console_fields{
    body_field{.name = "enabled", .type = body_type::boolean_word, .flags = needed},
};

// The default length of the shown log. The answer crosses the bus in one message.
constexpr uint64_t log_bytes_shown = 64 * 1024;
constexpr uint64_t log_bytes_max = 256 * 1024;

result<uint64_t> read_bytes(const call& call) {
  const auto* text = call.url.parameter("bytes");
  if (text == nullptr) return log_bytes_shown;
  uint64_t out = 0;
  const auto* end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, out);
  if (read.ec == std::errc{} && read.ptr == end && out >= 1 && out <= log_bytes_max) return out;
  return fail(error_code::invalid, "Invalid value for 'bytes': '" + text->substr(0, 64) +
                                       "'; allowed: a whole number from 1 to " +
                                       std::to_string(log_bytes_max) + ".");
}

response log_page(std::string text) {
  response out;
  out.body = std::move(text);
  out.content_type = "text/plain; charset=utf-8";
  // The machine writes the log, so a browser must not interpret it.
  out.headers.emplace_back("X-Content-Type-Options", "nosniff");
  return out;
}

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

task<> show_console_log(const call_ptr& call) {
  const auto bytes = co_await read_bytes(*call);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  auto what = call_of(consoles::get_console_log, {{"bytes", bytes}});
  const auto answer = co_await ask_driver(call, uuid, std::move(what));
  const auto text = answer.find("text");
  if (text == answer.end())
    co_await fail(
        error_code::not_found,
        "Node " + uuid +
            " has no console log: the console has shown nothing since it was enabled, the "
            "log has expired, or it is on another host.");
  call->respond(log_page(text->get<std::string>()));
}

}  // namespace ironbus::http
