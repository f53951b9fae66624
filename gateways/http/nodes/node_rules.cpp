#include "gateways/http/nodes/node_rules.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "messages/base/text.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// Replaces a driver name from before hardware types with today's equivalent.
void use_todays_driver(json& fields) {
  const auto& name = fields.at("driver");
  const auto* old = name.is_string() ? find_old_driver(name.get<std::string>()) : nullptr;
  if (old == nullptr) return;
  if (fields.value("deploy_interface", json{}).is_null())
    fields["deploy_interface"] = old->deploy_interface;
  fields["driver"] = old->type;
}

result<const hardware_type*> check_driver(const json& name, const driver_catalog& catalog) {
  const auto& text = name.get_ref<const std::string&>();
  if (const auto* type = catalog.find_type(text)) return type;
  const auto allowed =
      join(catalog.types(), [](const auto& row) -> std::string_view { return row.name; });
  return invalid("Invalid value for 'driver': " + to_text(text.substr(0, 80)) +
                 " is not enabled; allowed: " + allowed + ".");
}

result<std::monostate> check_interfaces(const json& fields, const hardware_type& type,
                                        const driver_catalog& catalog) {
  for (auto kind : interface_kinds) {
    const auto found = fields.find(std::string{kind} + "_interface");
    if (found == fields.end() || found->is_null()) continue;
    auto checked = catalog.check_interface(type, kind, found->get_ref<const std::string&>());
    if (!checked) return checked;
  }
  return {};
}

bool is_amount(const json& value) {
  if (value.is_number_integer()) return value.is_number_unsigned() || value.get<int64_t>() >= 0;
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

result<std::monostate> check_property(std::string_view key, const json& value) {
  if ((key == "memory_mb" || key == "local_gb") && !value.is_null() && !is_amount(value))
    return invalid("Invalid value for 'properties/" + std::string{key} +
                   "'; it must be a whole number from 0.");
  return {};
}

result<std::monostate> check_properties(const json& properties) {
  for (const auto* key : {"memory_mb", "local_gb"})
    if (auto found = properties.find(key); found != properties.end())
      if (auto checked = check_property(key, *found); !checked) return checked;
  return {};
}

/// Converts a group to lower case, its stored form, because groups are part of routing keys.
result<std::monostate> check_group(json& value) {
  auto text = value.get<std::string>();
  for (auto& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool allowed =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    if (!allowed)
      return invalid(
          "Invalid value for 'conductor_group'; allowed are letters, digits and the "
          "characters _-.");
  }
  value = text;
  return {};
}

/// Checks one field of a POST or PATCH.
result<std::monostate> check_field(std::string_view name, json& value, const node_rules& rules,
                                   int version) {
  if (value.is_null()) return {};
  if (name == "name") return check_node_name(value.get_ref<const std::string&>(), version);
  if (name == "driver")
    return check_driver(value, rules.catalog).map([](auto) { return std::monostate{}; });
  if (name == "properties") return check_properties(value);
  if (name == "conductor_group") return check_group(value);
  if (name == "network_data") return rules.networks.check(value);
  return {};
}

}  // namespace

result<std::monostate> check_new_node(json& fields, const node_rules& rules, int version) {
  use_todays_driver(fields);
  for (auto& [name, value] : fields.items())
    if (auto checked = check_field(name, value, rules, version); !checked) return checked;
  const auto type = check_driver(fields.at("driver"), rules.catalog);
  return check_interfaces(fields, **type, rules.catalog);
}

result<std::monostate> check_node_patch(std::vector<patch_operation>& patch,
                                        const node_rules& rules, int version) {
  static constexpr std::string_view properties = "/properties/";
  for (auto& x : patch) {
    if (x.op == "remove") continue;
    const auto name = std::string_view{x.path}.substr(1);
    auto checked = std::string_view{x.path}.starts_with(properties)
                       ? check_property(std::string_view{x.path}.substr(properties.size()), x.value)
                       : check_field(name, x.value, rules, version);
    if (!checked) return checked;
  }
  return {};
}

}  // namespace ironbus::http
