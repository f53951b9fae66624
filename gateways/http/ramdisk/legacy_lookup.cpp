#include "gateways/http/api/error.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/ramdisk/lookup.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/base/network.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/driver_catalog.hpp"

// How agents looked their node up before there was /v1/lookup: by their inventory, as a method of
// their driver. They know no tokens, so they get none.

namespace ironbus::http {

namespace {

bool is_driver(const call& x, const std::string& name) {
  return x.with.catalog.find_type(name) != nullptr || is_old_driver(name);
}

bool is_known_payload(const json& version) { return version == 2 || version == "2"; }

result<lookup_query> read_inventory(const json& body) {
  if (!is_known_payload(body.value("version", json{})))
    return invalid("Invalid value for 'version'; allowed: 2.");
  lookup_query out;
  if (const auto node = body.find("node_uuid"); node != body.end() && !node->is_null()) {
    if (!node->is_string() || !is_uuid(node->get_ref<const std::string&>()))
      return invalid("Invalid value for 'node_uuid'; it must be a UUID.");
    out.node = node->get<std::string>();
  }
  const auto inventory = body.find("inventory");
  const bool has = inventory != body.end() && inventory->is_object() &&
                   inventory->contains("interfaces") && inventory->at("interfaces").is_array();
  if (!has) return invalid("'inventory' must be an object with a list of 'interfaces'.");
  for (const auto& one : inventory->at("interfaces")) {
    const auto mac = one.is_object() ? one.value("mac_address", json{}) : json{};
    if (!mac.is_string()) continue;
    if (auto known = normalize_mac(mac.get_ref<const std::string&>()))
      out.addresses.push_back(std::move(*known));
  }
  if (!out.node && out.addresses.empty())
    return invalid("'inventory/interfaces' holds no valid 'mac_address'.");
  return out;
}

}  // namespace

task<> look_up_by_inventory(const call_ptr& call) {
  if (!is_driver(*call, call->arguments[0]))
    co_await fail(error_code::not_found,
                  "The driver '" + call->arguments[0].substr(0, 64) + "' could not be found.");
  const auto body = co_await call->body_object();
  auto wanted = co_await read_inventory(body);
  const auto node = co_await find_for_ramdisk(call, std::move(wanted));
  std::string out =
      "{\"heartbeat_timeout\":" + std::to_string(call->with.options.heartbeat_timeout.count()) +
      ",\"node\":";
  append_ramdisk_node(out, *call, node.snapshot);
  call->respond_json(out += '}');
}

}  // namespace ironbus::http
