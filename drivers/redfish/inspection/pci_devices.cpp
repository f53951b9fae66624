#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/inspection/inventory_values.hpp"
#include "messages/base/text.hpp"

#include <array>

namespace ironbus {

namespace {

struct pci_row {
  const char* key;
  std::string_view property;
};

constexpr std::array pci_rows{
    pci_row{"class", "ClassCode"},
    pci_row{"product_id", "DeviceId"},
    pci_row{"vendor_id", "VendorId"},
    pci_row{"subsystem_id", "SubsystemId"},
    pci_row{"subsystem_vendor_id", "SubsystemVendorId"},
    pci_row{"revision", "RevisionId"},
};

/// "0x8086" in the agents' format: 8086.
std::string pci_number(const json& function, std::string_view property) {
  auto out = lower(short_text(function, property));
  if (out.starts_with("0x")) out.erase(0, 2);
  return out;
}

void add_function(json& devices, const json& function) {
  json device = json::object();
  for (const auto& row : pci_rows) put(device, row.key, pci_number(function, row.property));
  if (device.contains("vendor_id") && device.contains("product_id"))
    devices.push_back(std::move(device));
}

/// Older schemas have a list of links instead of a collection.
std::vector<std::string> linked_functions(const json& device) {
  return links_at(device, {"Links", "PCIeFunctions"});
}

std::vector<std::string> linked_devices(const json& system) {
  return links_at(system, {"PCIeDevices"});
}

}  // namespace

inventory_part read_pci_devices(inventory_walk& walk, json system, inventory& out) {
  auto found = json::array();
  auto links = linked_devices(system);
  const auto devices = co_await walk.all(std::move(links));
  for (const auto& device : devices) {
    auto functions = co_await walk.members(link_of(device.body, "PCIeFunctions"));
    if (functions.empty()) {
      auto older = linked_functions(device.body);
      functions = co_await walk.all(std::move(older));
    }
    for (const auto& function : functions) add_function(found, function.body);
  }
  if (found.empty()) co_return;
  out.plugin_data["pci_devices"] = found;  // where hooks look for them
  out.found["pci_devices"] = std::move(found);
}

}  // namespace ironbus
