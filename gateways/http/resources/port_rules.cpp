#include "gateways/http/resources/port_rules.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/view/body_table.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr int ident_since = 94;

constexpr std::array network_types{allowed_text{"managed"}, allowed_text{"unmanaged"}};

constexpr std::array link_fields{
    body_field{.name = "port_id"},
    body_field{.name = "switch_id"},
    body_field{.name = "switch_info"},
    body_field{.name = "hostname"},
    body_field{
        .name = "network_type", .type = body_type::text, .since = 64, .allowed = network_types},
};
constexpr body_table link_table{.fields = link_fields};

/// Whether the text is a switch id: a MAC address or an OpenFlow datapath (16 hex digits).
bool is_switch_id(const json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  if (normalize_mac(text)) return true;
  return text.size() == 16 && std::all_of(text.begin(), text.end(),
                                          [](unsigned char c) { return std::isxdigit(c) != 0; });
}

result<std::monostate> check_link(json link, int version) {
  if (link.empty()) return {};
  if (auto ok = check_body(link_table, link, version, "local_link_connection/"); !ok) return ok;
  if (link.value("network_type", "") == "unmanaged") return {};
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
