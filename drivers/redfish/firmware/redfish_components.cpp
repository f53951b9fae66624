#include "drivers/redfish/firmware/redfish_components.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t component_text_max = 255;

std::optional<std::string> component_text(const json& resource, std::string_view key) {
  auto text = member_text(resource, key).substr(0, component_text_max);
  return text.empty() ? std::nullopt : std::optional{std::move(text)};
}

firmware_component component_named(std::string name, std::optional<std::string> version) {
  firmware_component out;
  out.component = std::move(name);
  out.current_version = std::move(version);
  return out;
}

/// The first version that one of its controllers reports.
std::optional<std::string> version_of_adapter(const json& adapter) {
  const auto& controllers = member_at(adapter, {"Controllers"});
  if (!controllers.is_array()) return std::nullopt;
  for (const auto& one : controllers)
    if (auto version = component_text(one, "FirmwarePackageVersion")) return version;
  return std::nullopt;
}

firmware_component component_of_adapter(const json& adapter) {
  auto name = member_text(adapter, "SerialNumber");
  if (name.empty()) name = member_text(adapter, "Id");
  auto out =
      component_named("nic:" + name.substr(0, component_text_max - 4), version_of_adapter(adapter));
  out.vendor = component_text(adapter, "Manufacturer");
  out.model = component_text(adapter, "Model");
  out.serial_number = component_text(adapter, "SerialNumber");
  return out;
}

/// Adapters without a serial number, or with the same one, count as one.
void add_component(std::vector<firmware_component>& all, firmware_component found) {
  if (!found.current_version || found.component == "nic:") return;
  if (find_component(all, found.component) == nullptr) all.push_back(std::move(found));
}

/// For an optional link.
redfish_list get_adapters(redfish_client bmc, redfish_resource system) {
  std::vector<redfish_resource> out;
  const auto chassis = co_await get_all_chassis(bmc, std::move(system));
  if (!chassis) co_return tl::unexpected(chassis.error());
  for (const auto& one : *chassis) {
    const auto link = link_at(one.body, {"NetworkAdapters"});
    if (link.empty()) continue;
    auto adapters = co_await get_members(bmc, link);
    if (!adapters && adapters.error().fault == redfish_fault::missing) continue;
    if (!adapters) co_return tl::unexpected(adapters.error());
    for (auto& adapter : *adapters) out.push_back(std::move(adapter));
  }
  co_return out;
}

components_result read_components(redfish_client bmc, std::string named) {
  const auto system = co_await get_system(bmc, std::move(named));
  if (!system) co_return tl::unexpected(system.error());
  const auto manager = co_await get_manager(bmc, *system, "FirmwareVersion");
  if (!manager && manager.error().fault != redfish_fault::missing)
    co_return tl::unexpected(manager.error());
  const auto adapters = co_await get_adapters(bmc, *system);
  if (!adapters) co_return tl::unexpected(adapters.error());
  std::vector<firmware_component> out;
  add_component(out, component_named("bios", component_text(system->body, "BiosVersion")));
  if (manager) {
    auto own = component_named("bmc", component_text(manager->body, "FirmwareVersion"));
    own.model = component_text(manager->body, "Model");
    add_component(out, std::move(own));
  }
  for (const auto& one : *adapters) add_component(out, component_of_adapter(one.body));
  co_return out;
}

redfish_outcome cache_components(redfish_call call) {
  auto found = co_await read_components(call.bmc, call.system);
  if (!found) co_return redfish_step_failed(found.error());
  facts out;
  out.firmware = std::move(*found);
  co_return step_done(std::move(out));
}

}  // namespace

const firmware_component* find_component(const std::vector<firmware_component>& all,
                                         std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.component == name; });
  return found == all.end() ? nullptr : &*found;
}

components_result read_redfish_components(redfish_client bmc, std::string system) {
  return read_components(std::move(bmc), std::move(system));
}

redfish_outcome cache_redfish_components(redfish_call call) {
  return cache_components(std::move(call));
}

}  // namespace ironbus
