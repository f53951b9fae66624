#include "drivers/redfish/inspection/redfish_inspection.hpp"

#include "drivers/kit/capabilities.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/redfish_catalog.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr const char* capabilities_property = "capabilities";
constexpr const char* memory_property = "memory_mb";

/// A property and the part of the system that has it.
struct wanted_property {
  const char* property;
  const char* resource;
};
constexpr std::array wanted_properties{
    wanted_property{memory_property, "MemorySummary"},
    wanted_property{"cpus", "Processors"},
};

/// Adds boot_mode to the capabilities if it is missing and they are a text; null: unchanged.
json capabilities_with_boot_mode(const json& properties, const json& found) {
  const auto mode = member_text(member_at(found, {"boot"}), "current_boot_mode");
  const auto& known = member_at(properties, {capabilities_property});
  const auto read = read_capabilities(known);
  const bool extensible =
      known.is_null() || (known.is_string() && !known.get<std::string>().starts_with('{'));
  if (mode.empty() || !read || read->contains("boot_mode") || !extensible) return nullptr;
  auto out = known.is_string() ? known.get<std::string>() : std::string{};
  append_item(out, "boot_mode:" + mode, ",");
  return out;
}

json properties_of(const json& properties, const inventory& all) {
  json out{{"local_gb", all.local_gb}};
  if (const auto& size = member_at(all.found, {"memory", "physical_mb"}); !size.is_null())
    out[memory_property] = size;
  if (const auto& count = member_at(all.found, {"cpu", "count"}); !count.is_null())
    out["cpus"] = count;
  if (auto text = capabilities_with_boot_mode(properties, all.found); !text.is_null())
    out[capabilities_property] = std::move(text);
  return out;
}

/// The properties that neither the BMC reports nor the node has, all at once.
std::string missing_properties(const json& properties, const json& found) {
  std::string out;
  for (const auto& row : wanted_properties)
    if (member_at(properties, {row.property}).is_null() && !found.contains(row.property))
      append_item(out, std::string{row.property} + " (no " + row.resource + ")", ", ");
  return out;
}

step_outcome inspected(const redfish_call& call, inventory all) {
  facts out;
  const auto& properties = call.request.machine.properties;
  out.properties = properties_of(properties, all);
  const bool known = !member_at(properties, {memory_property}).is_null();
  if (!known && !out.properties.contains(memory_property))
    return step_failed("The inspection needs properties that the BMC does not report: " +
                       missing_properties(properties, out.properties) +
                       ". Set them in the node's properties; memory_mb is required.");
  out.inventory = {{"inventory", std::move(all.found)},
                   {"plugin_data", std::move(all.plugin_data)}};
  return step_done(std::move(out));
}

redfish_outcome inspect_with(redfish_call call, inventory_extra more) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  inventory all;
  inventory_walk walk{call.bmc};
  read_identification(system->body, all);
  co_await read_processors(walk, system->body, all);
  co_await read_network(walk, system->body, all);
  co_await read_storage(walk, system->body, all);
  co_await read_pci_devices(walk, system->body, all);
  if (more != nullptr) co_await more(walk, system->body, all);
  if (walk.broken()) co_return redfish_step_failed(*walk.broken());
  co_return inspected(call, std::move(all));
}

redfish_outcome inspect_by_redfish(redfish_call call) {
  return inspect_with(std::move(call), nullptr);
}

constexpr std::array inspection_acts{
    redfish_operation_row{driver_operations::inspect::inspect_hardware, &inspect_by_redfish},
};

}  // namespace

std::vector<interface_implementation> redfish_inspection_implementations(const driver_options&) {
  return {by_redfish("inspect", {redfish_step("inspect_hardware")})};
}

redfish_outcome inspect_redfish_machine(redfish_call call, inventory_extra more) {
  return inspect_with(std::move(call), more);
}

redfish_operations redfish_inspection_acts() { return inspection_acts; }

}  // namespace ironbus
