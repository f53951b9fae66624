#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"
#include "messages/base/text.hpp"
#include "messages/model/field.hpp"
#include "messages/model/instance_interfaces.hpp"
#include "messages/model/node.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

namespace bmc = driver_operations::management;

/// The declared management interface of a node. Null if it has none.
const interface_implementation* management_of(const call& call, const json& snapshot) {
  const auto name = interface_in_use(snapshot.at(attributes_key), bmc::get_boot_device.interface);
  return name ? call.services.catalog.find(bmc::get_boot_device.interface, *name) : nullptr;
}

const std::vector<std::string>& boot_devices_of(const call& call, const json& snapshot) {
  static const std::vector<std::string> none;
  const auto* management = management_of(call, snapshot);
  return management != nullptr ? management->boot_devices : none;
}

result<std::monostate> check_boot_device(const json& device, const std::vector<std::string>& all) {
  if (std::find(all.begin(), all.end(), device.get<std::string>()) != all.end()) return {};
  const auto allowed = join(all);
  return invalid("Invalid value for 'boot_device': " + to_text(device).substr(0, 80) +
                 "; allowed: " + (allowed.empty() ? "none" : allowed) + ".");
}

constexpr std::array boot_device_fields{
    body_field{.name = "boot_device", .type = body_type::text, .flags = needed},
    body_field{.name = "persistent", .type = body_type::boolean},
};

constexpr std::array boot_modes{allowed_text{"bios"}, allowed_text{"uefi"}};
constexpr std::array boot_mode_fields{
    body_field{.name = "target", .type = body_type::text, .flags = needed, .allowed = boot_modes},
};

constexpr std::array secure_boot_fields{
    body_field{.name = "target", .type = body_type::boolean_word, .flags = needed},
};

constexpr std::array indicator_states{allowed_text{"on"}, allowed_text{"off"},
                                      allowed_text{"blinking"}};
constexpr std::array indicator_fields{
    body_field{.name = "state",
               .type = body_type::text,
               .flags = needed | any_case,
               .allowed = indicator_states},
};

json indicator_links(const call& call, const std::string& node, const std::string& name) {
  const auto path = "/nodes/" + node + "/management/indicators/" + name;
  return json::array({json{{"href", call.base() + "/v1" + path}, {"rel", "self"}},
                      json{{"href", call.base() + path}, {"rel", "bookmark"}}});
}

result<std::string> indicator_name(const call& call) {
  const auto& name = call.arguments[1];
  if (name.find('@') != std::string::npos) return name;
  return invalid("Expected <indicator>@<component>, got " + to_text(name.substr(0, 80)) + ".");
}

}  // namespace

const body_table boot_device_body{.name = "BootDeviceRequest", .fields = boot_device_fields};
const body_table boot_mode_body{.name = "BootModeRequest", .fields = boot_mode_fields};
const body_table secure_boot_body{.name = "SecureBootRequest", .fields = secure_boot_fields};
const body_table indicator_body{.name = "IndicatorRequest", .fields = indicator_fields};

task<> show_boot_device(const call_ptr& call) {
  auto what = call_of(bmc::get_boot_device);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  const auto answer = co_await ask_driver(call, uuid, std::move(what));
  call->respond_json(to_text(answer));
}

task<> list_boot_devices(const call_ptr& x) {
  const auto node = co_await read_node(x, x->arguments[0]);
  x->respond_json(to_text({{"supported_boot_devices", boot_devices_of(*x, node.snapshot)}}));
}

task<> put_boot_device(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  const auto node = co_await read_node(call, call->arguments[0]);
  co_await check_boot_device(body.at("boot_device"), boot_devices_of(*call, node.snapshot));
  json args{{"device", body.at("boot_device")}, {"persistent", body.value("persistent", false)}};
  auto what = call_of(bmc::set_boot_device, std::move(args));
  co_await ask_driver(call, node.uuid, std::move(what));
  call->respond_empty(204);
}

task<> inject_nmi(const call_ptr& call) {
  auto what = call_of(bmc::inject_nmi);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

task<> put_boot_mode(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  auto what = call_later(bmc::set_boot_mode, {{"mode", body.at("target")}});
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  respond_located(*call, 202, uuid, "states");
}

task<> put_secure_boot(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  auto what = call_later(bmc::set_secure_boot, {{"state", body.at("target")}});
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  respond_located(*call, 202, uuid, "states");
}

task<> list_indicators(const call_ptr& call) {
  auto what = call_of(bmc::get_indicators);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  auto all = co_await ask_driver(call, uuid, std::move(what));
  for (auto& one : all)
    one["links"] = indicator_links(*call, uuid, one.at("name").get<std::string>());
  call->respond_json(to_text({{"indicators", all}}));
}

task<> show_indicator(const call_ptr& call) {
  const auto name = co_await indicator_name(*call);
  auto what = call_of(bmc::get_indicator_state, {{"indicator", name}});
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  const auto answer = co_await ask_driver(call, uuid, std::move(what));
  call->respond_json(to_text(answer));
}

task<> put_indicator(const call_ptr& call) {
  const auto name = co_await indicator_name(*call);
  const auto body = co_await read_body(*call);
  json args{{"indicator", name}, {"state", body.at("state")}};
  auto what = call_of(bmc::set_indicator_state, std::move(args));
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_driver(call, uuid, std::move(what));
  call->respond_empty(204);
}

}  // namespace ironbus::http
