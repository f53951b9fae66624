#include "messages/model/instance_interfaces.hpp"

#include "messages/base/text.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

std::optional<std::string> text_at(const json& object, std::string_view key) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<std::string> noted_interface(const json& internal, std::string_view kind) {
  const auto noted = internal.find(instance_interfaces_key);
  return noted == internal.end() ? std::nullopt : text_at(*noted, kind);
}

/// The implementation that instance_info names for a kind; unset: none.
result<std::optional<std::string>> named_interface(const driver_catalog& drivers,
                                                   const hardware_type& type, const node& node,
                                                   std::string_view kind) {
  const auto key = std::string{kind} + "_interface";
  const auto found = node.instance_info.find(key);
  if (found == node.instance_info.end() || found->is_null()) return std::nullopt;
  if (!found->is_string())
    return fail(error_code::invalid, "Invalid value for 'instance_info/" + key + "': " +
                                         to_text(*found).substr(0, 64) + "; it must be a string.");
  auto name = found->get<std::string>();
  if (auto ok = drivers.check_interface(type, kind, name); !ok)
    return fail(error_code::invalid, "instance_info: " + ok.error().message);
  return name;
}

}  // namespace

result<json> choose_instance_interfaces(const driver_catalog& drivers, const node& node) {
  json out = json::object();
  const auto* type = drivers.find_type(node.driver);
  if (type == nullptr) return out;
  for (const auto kind : interface_kinds) {
    auto named = named_interface(drivers, *type, node, kind);
    if (!named) return tl::unexpected(std::move(named.error()));
    if (*named) out[std::string{kind}] = std::move(**named);
  }
  const auto* deploy =
      drivers.find("deploy", out.value("deploy", node.deploy_interface.value_or("")));
  if (deploy == nullptr || !deploy->chooses_by_instance) return out;
  auto chosen = drivers.choose_deploy_interface(*type, node.instance_info);
  if (!chosen) return tl::unexpected(std::move(chosen.error()));
  out["deploy"] = std::move(*chosen);
  return out;
}

void note_instance_interfaces(node& node, json chosen) {
  if (!chosen.empty())
    node.driver_internal_info.edit()[instance_interfaces_key] = std::move(chosen);
  else if (node.driver_internal_info.may_contain(instance_interfaces_key))
    node.driver_internal_info.erase(instance_interfaces_key);
}

std::optional<std::string> interface_in_use(const node& node, std::string_view kind) {
  if (node.driver_internal_info.may_contain(instance_interfaces_key))
    if (auto noted = noted_interface(node.driver_internal_info, kind)) return noted;
  const auto member = interface_member(kind);
  return member == nullptr ? std::nullopt : node.*member;
}

std::optional<std::string> interface_in_use(const json& attributes, std::string_view kind) {
  const auto internal = attributes.find("driver_internal_info");
  if (internal != attributes.end())
    if (auto noted = noted_interface(*internal, kind)) return noted;
  return text_at(attributes, std::string{kind} + "_interface");
}

}  // namespace ironbus
