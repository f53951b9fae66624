#include "actors/inspection/hooks/reading.hpp"
#include "actors/inspection/values/capabilities.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <map>

// Hooks that read `pci_devices` of the plugin data.

namespace ironbus::inspection {

namespace {

std::string lower_text(const json& x) { return lower(text_in(x).value_or("")); }

/// The row of a device; null if there is none.
const pci_alias* alias_of(const std::vector<pci_alias>& all, const json& device) {
  const auto vendor = lower_text(member(device, "vendor_id"));
  const auto product = lower_text(member(device, "product_id"));
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& row) {
    return row.vendor_id == vendor && row.product_id == product;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

checked count_pci_devices(hook_context& context) {
  std::map<std::string, int> counts;
  for (const auto& device : list_in(member(context.docs.plugin_data, "pci_devices")))
    if (const auto* alias = alias_of(context.options.pci_aliases, device)) ++counts[alias->name];
  auto all = read_capabilities(context.docs.node);
  if (!all) {
    context.log("warning", all.error().message);
    return {};
  }
  for (const auto& row : context.options.pci_aliases) drop_capability(*all, row.name);
  for (const auto& [name, count] : counts) put_capability(*all, name, std::to_string(count));
  if (const auto text = text_of(*all);
      !text.empty() || context.docs.node["properties"].contains("capabilities"))
    set_property(context, "capabilities", text);
  return {};
}

checked list_accelerators(hook_context& context) {
  constexpr size_t accelerators_max = 256;
  auto found = json::array();
  for (const auto& device : list_in(member(context.docs.plugin_data, "pci_devices"))) {
    const auto* known = alias_of(context.options.accelerators, device);
    if (known == nullptr || found.size() >= accelerators_max) continue;
    found.push_back({{"vendor_id", known->vendor_id},
                     {"device_id", known->product_id},
                     {"type", "GPU"},
                     {"device_info", known->name},
                     {"pci_address", text_in(member(device, "bus")).value_or("")}});
  }
  if (!found.empty() || context.docs.node["properties"].contains("accelerators"))
    set_property(context, "accelerators", std::move(found));
  return {};
}

}  // namespace ironbus::inspection
