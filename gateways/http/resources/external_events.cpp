#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 3> network_events{"network.bind_port", "network.unbind_port",
                                                         "network.delete_port"};

bool is_uuid_text(const json& x) {
  return x.is_string() && is_uuid(x.get_ref<const std::string&>());
}

result<std::monostate> check_event(const json& event) {
  if (!event.is_object()) return invalid("Each of 'events' must be an object.");
  if (auto keys = check_keys(event, {"event", "port_id", "mac_address", "status", "device_id",
                                     "binding:host_id", "binding:vnic_type"});
      !keys)
    return keys;
  const auto name = event.value("event", json{});
  if (!name.is_string() || std::find(network_events.begin(), network_events.end(),
                                     name.get_ref<const std::string&>()) == network_events.end())
    return invalid(
        "Invalid value for 'event'; allowed: network.bind_port, network.unbind_port, "
        "network.delete_port.");
  for (const auto* key : {"port_id", "mac_address", "status"})
    if (!event.contains(key)) return invalid("Missing mandatory parameter: " + std::string{key});
  if (!is_uuid_text(event.at("port_id"))) return invalid("'port_id' must be a UUID.");
  if (!event.at("mac_address").is_string() ||
      !normalize_mac(event.at("mac_address").get<std::string>()))
    return invalid("'mac_address' must be a MAC address.");
  if (!event.at("status").is_string()) return invalid("'status' must be a string.");
  return {};
}

}  // namespace

// Nothing waits for the network yet, so an event that is well formed has done its duty.
void take_external_events(const call_ptr& call) {
  const auto body = call->body_object();
  if (!body) return call->refuse(body.error());
  if (auto keys = check_keys(*body, {"events"}); !keys) return call->refuse(keys.error());
  const auto events = body->value("events", json{});
  if (!events.is_array() || events.empty())
    return call->refuse({error_code::invalid, "'events' must be a list of at least one event."});
  for (const auto& event : events)
    if (auto ok = check_event(event); !ok) return call->refuse(ok.error());
  call->respond_empty(204);
}

}  // namespace ironbus::http
