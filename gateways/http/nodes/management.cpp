#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// The management interface of a node, as declared; null if it has none.
const interface_implementation* management_of(const call& x, const json& snapshot) {
  const auto name = snapshot.at("about").value("management_interface", json{});
  return name.is_string() ? x.with.catalog.find("management", name.get<std::string>()) : nullptr;
}

const std::vector<std::string>& boot_devices_of(const call& x, const json& snapshot) {
  static const std::vector<std::string> none;
  const auto* management = management_of(x, snapshot);
  return management != nullptr ? management->boot_devices : none;
}

result<std::monostate> check_boot_device(const json& device, const std::vector<std::string>& all) {
  if (std::find(all.begin(), all.end(), device.get<std::string>()) != all.end()) return {};
  const auto allowed = join(all);
  return invalid("Invalid value for 'boot_device': " + to_text(device).substr(0, 80) +
                 "; allowed: " + (allowed.empty() ? "none" : allowed) + ".");
}

/// The arguments of set_boot_device, but for whether the node has the device.
result<json> read_boot_device(const json& body) {
  if (auto keys = check_keys(body, {"boot_device", "persistent"}); !keys)
    return tl::unexpected(keys.error());
  auto device = body.value("boot_device", json{});
  auto persistent = body.value("persistent", json(false));
  if (!device.is_string()) return invalid("Missing mandatory parameter: boot_device");
  if (!persistent.is_boolean()) return invalid("'persistent' must be a boolean.");
  return json{{"device", std::move(device)}, {"persistent", std::move(persistent)}};
}

/// Reads a value that another one than a boolean may say: "yes".
result<json> read_secure_boot(const json& target) {
  json out = target;
  if (target.is_string()) {
    const auto yes = read_boolean("target", target.get<std::string>());
    if (!yes) return tl::unexpected(yes.error());
    out = *yes;
  }
  if (!out.is_boolean()) return invalid("Invalid value for 'target'; it must be a boolean.");
  return out;
}

result<std::string> read_indicator_state(const json& state) {
  static constexpr std::array<std::string_view, 3> states{"on", "off", "blinking"};
  auto word = state.is_string() ? state.get<std::string>() : std::string{};
  for (auto& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (std::find(states.begin(), states.end(), word) == states.end())
    return invalid("Invalid value for 'state'; allowed: on, off, blinking.");
  return word;
}

/// The one value of a body {"<name>": value}.
result<json> only_value(const call& call, std::string_view name) {
  auto body = call.body_object();
  if (!body) return tl::unexpected(body.error());
  if (auto keys = check_keys(*body, {name}); !keys) return tl::unexpected(keys.error());
  const auto at = body->find(name);
  if (at == body->end()) return invalid("Missing mandatory parameter: " + std::string{name});
  return *at;
}

json indicator_links(const call& x, const std::string& node, const std::string& name) {
  const auto path = "/nodes/" + node + "/management/indicators/" + name;
  return json::array({json{{"href", x.base() + "/v1" + path}, {"rel", "self"}},
                      json{{"href", x.base() + path}, {"rel", "bookmark"}}});
}

result<std::string> indicator_name(const call& x) {
  const auto& name = x.arguments[1];
  if (name.find('@') != std::string::npos) return name;
  return invalid("Expected <indicator>@<component>, got " + to_text(name.substr(0, 80)) + ".");
}

}  // namespace

task<> show_boot_device(const call_ptr& call) {
  call_driver what{"management", "get_boot_device"};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  const auto answer = co_await ask_driver(call, uuid, std::move(what));
  call->respond_json(to_text(answer));
}

task<> list_boot_devices(const call_ptr& x) {
  const auto node = co_await read_node(x, x->arguments[0]);
  x->respond_json(to_text({{"supported_boot_devices", boot_devices_of(*x, node.snapshot)}}));
}

task<> put_boot_device(const call_ptr& call) {
  const auto body = co_await call->body_object();
  auto args = co_await read_boot_device(body);
  const auto node = co_await read_node(call, call->arguments[0]);
  co_await check_boot_device(args.at("device"), boot_devices_of(*call, node.snapshot));
  call_driver what{"management", "set_boot_device", std::move(args)};
  co_await ask_driver(call, node.uuid, std::move(what));
  call->respond_empty(204);
}

task<> inject_nmi(const call_ptr& call) {
  call_driver what{"management", "inject_nmi"};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

task<> put_boot_mode(const call_ptr& call) {
  const auto target = co_await only_value(*call, "target");
  if (target != "uefi" && target != "bios")
    co_await invalid("Invalid value for 'target'; allowed: bios, uefi.");
  call_driver what{"management", "set_boot_mode", {{"mode", target}}, false};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  respond_located(*call, 202, uuid, "states");
}

task<> put_secure_boot(const call_ptr& call) {
  const auto target = co_await only_value(*call, "target");
  const auto state = co_await read_secure_boot(target);
  call_driver what{"management", "set_secure_boot", {{"state", state}}, false};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  respond_located(*call, 202, uuid, "states");
}

task<> list_indicators(const call_ptr& call) {
  call_driver what{"management", "get_indicators"};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  auto all = co_await ask_driver(call, uuid, std::move(what));
  for (auto& one : all)
    one["links"] = indicator_links(*call, uuid, one.at("name").get<std::string>());
  call->respond_json(to_text({{"indicators", all}}));
}

task<> show_indicator(const call_ptr& call) {
  const auto name = co_await indicator_name(*call);
  call_driver what{"management", "get_indicator_state", {{"indicator", name}}};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  const auto answer = co_await ask_driver(call, uuid, std::move(what));
  call->respond_json(to_text(answer));
}

task<> put_indicator(const call_ptr& call) {
  const auto name = co_await indicator_name(*call);
  const auto value = co_await only_value(*call, "state");
  const auto state = co_await read_indicator_state(value);
  call_driver what{"management", "set_indicator_state", {{"indicator", name}, {"state", state}}};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

}  // namespace ironbus::http
