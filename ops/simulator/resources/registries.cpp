#include "ops/simulator/machine/bios_attributes.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

const std::string registries_path = service_path("/Registries");

json shown_attribute(const bios_attribute& row) {
  json out{{"AttributeName", row.name},
           {"DisplayName", row.name},
           {"Type", row.type},
           {"ReadOnly", row.read_only},
           {"ResetRequired", true}};
  if (row.type == "Enumeration") {
    out["Value"] = json::array();
    for (const auto& value : items_of(row.values))
      out["Value"].push_back({{"ValueName", value}, {"ValueDisplayName", value}});
  } else if (row.type == "Integer") {
    out["LowerBound"] = row.lowest;
    out["UpperBound"] = row.highest;
  } else if (row.type == "String") {
    out["MinLength"] = row.lowest;
    out["MaxLength"] = row.highest;
  }
  return out;
}

json attribute_registry(const call& call) {
  auto out = resource(call.path, "AttributeRegistry.v1_3_6.AttributeRegistry",
                      "BiosAttributeRegistry.v1_0_0", "BIOS attributes");
  out["RegistryVersion"] = "1.0.0";
  auto attributes = json::array();
  for (const auto& row : bios_attributes()) attributes.push_back(shown_attribute(row));
  out["RegistryEntries"] = {{"Attributes", attributes}};
  return out;
}

/// The version of a registry with three numbers: "Base.v1_10_3" → "1.10.3", "Base.1.12" → "1.12.0".
std::string version_of(const std::string& registry) {
  auto out = registry.substr(registry.find('.') + 1);
  if (out.starts_with('v')) out.erase(0, 1);
  std::ranges::replace(out, '_', '.');
  while (std::ranges::count(out, '.') < 2) out += ".0";
  return out;
}

/// The highest number of %1, %2 … in a text.
int arguments_of(std::string_view text) {
  int out = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '%') out = std::max(out, text[i + 1] - '0');
  return out;
}

json message_registry(const call& call) {
  const std::string id{call.kind().base_registry};
  auto out = resource(call.path, "MessageRegistry.v1_4_0.MessageRegistry", id, "Base messages");
  out["RegistryPrefix"] = "Base";
  out["RegistryVersion"] = version_of(id);
  out["Messages"] = json::object();
  for (const auto& row : base_messages())
    out["Messages"][std::string{row.name}] = {{"Description", row.text},
                                              {"Message", row.text},
                                              {"NumberOfArgs", arguments_of(row.text)},
                                              {"Severity", row.severity},
                                              {"MessageSeverity", row.severity},
                                              {"Resolution", row.resolution}};
  return out;
}

struct registry_row {
  std::string_view id;
  std::string_view registry;  ///< Empty: the profile's.
  json (*content)(const call& call);
};

constexpr std::array registries{
    registry_row{"BiosAttributeRegistry", "BiosAttributeRegistry.v1_0_0", attribute_registry},
    registry_row{"Base", {}, message_registry},
};

const registry_row* find_registry(std::string_view id) {
  const auto* found = std::ranges::find(registries, id, &registry_row::id);
  return found == registries.end() ? nullptr : found;
}

}  // namespace

answer list_registries(const call&) {
  std::vector<std::string> ids;
  ids.reserve(registries.size());
  for (const auto& row : registries) ids.emplace_back(row.id);
  return reply{200, collection(registries_path, "MessageRegistryFileCollection", "Registries",
                               member_links(registries_path, ids))};
}

answer show_registry_file(const call& call) {
  const auto* row = find_registry(call.ids[0]);
  if (row == nullptr) return refuse({"ResourceNotFound", {"MessageRegistryFile", call.ids[0]}});
  const auto path = registries_path + "/" + call.ids[0];
  auto out =
      resource(path, "MessageRegistryFile.v1_1_3.MessageRegistryFile", call.ids[0], call.ids[0]);
  out["Registry"] = row->registry.empty() ? call.kind().base_registry : row->registry;
  out["Languages"] = json::array({"en"});
  out["Location"] = json::array({{{"Language", "en"}, {"Uri", path + "/registry.json"}}});
  return reply{200, out};
}

answer show_registry(const call& call) {
  const auto* row = find_registry(call.ids[0]);
  if (row == nullptr) return refuse({"ResourceNotFound", {"MessageRegistryFile", call.ids[0]}});
  auto out = row->content(call);
  out["Language"] = "en";
  out["OwningEntity"] = "ironbus";
  return reply{200, out};
}

}  // namespace ironbus::simulator
