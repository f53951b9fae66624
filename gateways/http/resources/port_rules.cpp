#include "gateways/http/resources/port_rules.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr int ident_since = 94;
constexpr int network_type_since = 64;

/// A switch is named by its MAC address or its OpenFlow datapath (16 hex digits).
bool is_switch_id(const json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  if (normalize_mac(text)) return true;
  return text.size() == 16 && std::all_of(text.begin(), text.end(),
                                          [](unsigned char c) { return std::isxdigit(c) != 0; });
}

result<std::monostate> check_link(const json& link, int version) {
  if (link.empty()) return {};
  if (auto keys =
          check_keys(link, {"port_id", "switch_id", "switch_info", "hostname", "network_type"});
      !keys)
    return keys;
  if (const auto type = link.find("network_type"); type != link.end()) {
    if (version < network_type_since)
      return fail(error_code::not_acceptable,
                  "'local_link_connection/network_type' needs API version 1.64.");
    if (*type != "managed" && *type != "unmanaged")
      return invalid("'local_link_connection/network_type' must be managed or unmanaged.");
    if (*type == "unmanaged") return {};
  }
  const auto id = link.find("switch_id");
  if (id != link.end() && !is_switch_id(*id))
    return invalid("'local_link_connection/switch_id' must be a MAC address or 16 hex digits.");
  if (link.contains("port_id") && (id != link.end() || link.contains("hostname"))) return {};
  return invalid("'local_link_connection' needs port_id and switch_id, or port_id and hostname.");
}

}  // namespace

result<std::string> take_owner(json& body, int version, bool ident_allowed) {
  const auto uuid = body.find("node_uuid");
  const auto ident = ident_allowed ? body.find("node_ident") : body.end();
  if (ident != body.end() && version < ident_since)
    return fail(error_code::not_acceptable, "'node_ident' needs API version 1.94.");
  if ((uuid == body.end()) == (ident == body.end()))
    return invalid(std::string{"Missing mandatory parameter: node_uuid"} +
                   (ident_allowed ? " (or node_ident, but not both)" : ""));
  const bool by_uuid = uuid != body.end();
  const auto& owner = by_uuid ? *uuid : *ident;
  if (!owner.is_string() || (by_uuid && !is_uuid(owner.get_ref<const std::string&>())))
    return invalid(by_uuid ? "Invalid value for 'node_uuid'; it must be a UUID."
                           : "Invalid value for 'node_ident'; it must be a UUID or a name.");
  auto out = owner.get<std::string>();
  body.erase(by_uuid ? "node_uuid" : "node_ident");
  return out;
}

result<std::monostate> check_new_port(const json& fields, int version) {
  const auto link = fields.find("local_link_connection");
  return link == fields.end() ? result<std::monostate>{} : check_link(*link, version);
}

result<std::monostate> check_port_patch(const std::vector<patch_operation>& patch, int version) {
  for (const auto& x : patch)
    if (x.path == "/local_link_connection" && x.op != "remove")
      if (auto checked = check_link(x.value, version); !checked) return checked;
  return {};
}

}  // namespace ironbus::http
