#include "drivers/redfish/redfish_identity.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/vendor_table.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/mac_address.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t vendor_bytes_max = 100;
constexpr std::array<std::string_view, 3> healths{"OK", "Warning", "Critical"};

/// A missing state or health counts as good.
bool is_well(const json& resource) {
  const auto& status = member_at(resource, {"Status"});
  const auto state = member_text(status, "State");
  const auto health = member_text(status, "Health");
  return (state.empty() || state == "Enabled") && (health.empty() || health == "OK");
}

bool holds_mac(const std::vector<std::string>& all, const std::string& mac) {
  return std::find(all.begin(), all.end(), mac) != all.end();
}

void add_mac(std::vector<std::string>& out, std::string mac) {
  if (!mac.empty() && !holds_mac(out, mac)) out.push_back(std::move(mac));
}

/// MAC addresses and those that belong to broken or absent cards.
struct sorted_macs {
  std::vector<std::string> well;
  std::vector<std::string> unwell;

  void add(const json& resource, std::string mac) {
    add_mac(is_well(resource) ? well : unwell, std::move(mac));
  }
};

using macs_result = boost::asio::awaitable<std::optional<redfish_error>>;

/// A collection that is not there has no members.
redfish_list get_some_members(redfish_client bmc, std::string collection) {
  if (collection.empty()) co_return std::vector<redfish_resource>{};
  auto out = co_await get_members(std::move(bmc), std::move(collection));
  if (!out && out.error().fault == redfish_fault::missing)
    co_return std::vector<redfish_resource>{};
  co_return out;
}

macs_result add_interfaces(redfish_client bmc, redfish_resource system, sorted_macs& out) {
  auto link = link_at(system.body, {"EthernetInterfaces"});
  const auto list = co_await get_some_members(std::move(bmc), std::move(link));
  if (!list) co_return list.error();
  for (const auto& one : *list) out.add(one.body, mac_in(member_at(one.body, {"MACAddress"})));
  co_return std::nullopt;
}

macs_result add_adapter(redfish_client bmc, redfish_resource adapter, sorted_macs& out) {
  auto link = link_at(adapter.body, {"Ports"});
  if (link.empty()) link = link_at(adapter.body, {"NetworkPorts"});
  const auto ports = co_await get_some_members(bmc, std::move(link));
  if (!ports) co_return ports.error();
  size_t found = 0;
  for (const auto& one : *ports)
    for (auto& mac : macs_of_port(one.body)) {
      out.add(one.body, std::move(mac));
      ++found;
    }
  if (found > 0) co_return std::nullopt;
  link = link_at(adapter.body, {"NetworkDeviceFunctions"});
  const auto functions = co_await get_some_members(bmc, std::move(link));
  if (!functions) co_return functions.error();
  for (const auto& one : *functions) out.add(one.body, mac_of_function(one.body));
  co_return std::nullopt;
}

macs_result add_adapters(redfish_client bmc, redfish_resource system, sorted_macs& out) {
  const auto chassis = co_await get_all_chassis(bmc, std::move(system));
  if (!chassis) co_return chassis.error();
  for (const auto& one : *chassis) {
    auto link = link_at(one.body, {"NetworkAdapters"});
    const auto adapters = co_await get_some_members(bmc, std::move(link));
    if (!adapters) co_return adapters.error();
    for (const auto& adapter : *adapters) {
      auto wrong = co_await add_adapter(bmc, adapter, out);
      if (wrong) co_return wrong;
    }
  }
  co_return std::nullopt;
}

redfish_outcome find_mac_addresses(redfish_call call) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  sorted_macs found;
  auto wrong = co_await add_interfaces(call.bmc, *system, found);
  if (!wrong) wrong = co_await add_adapters(call.bmc, *system, found);
  // Some BMCs show adapters only with a licence.
  if (wrong && is_of_one_resource(*wrong) && !found.well.empty()) wrong.reset();
  if (wrong) co_return redfish_step_failed(*wrong);
  std::erase_if(found.well, [&](const std::string& mac) { return holds_mac(found.unwell, mac); });
  facts out;
  out.mac_addresses = std::move(found.well);
  co_return step_done(std::move(out));
}

json vendor_fact(std::string vendor) { return {{"vendor", std::move(vendor)}}; }

}  // namespace

std::optional<std::string> health_of(const redfish_resource& system) {
  const auto& status = member_at(system.body, {"Status"});
  auto health = member_text(status, "HealthRollup");
  if (health.empty()) health = member_text(status, "Health");
  const bool known = std::find(healths.begin(), healths.end(), health) != healths.end();
  return known ? std::optional{health} : std::nullopt;
}

std::string mac_in(const json& value) {
  return value.is_string() ? usable_mac(value.get_ref<const std::string&>()).value_or("")
                           : std::string{};
}

std::string mac_of_function(const json& function) {
  auto out = mac_in(member_at(function, {"Ethernet", "MACAddress"}));
  return out.empty() ? mac_in(member_at(function, {"Ethernet", "PermanentMACAddress"})) : out;
}

std::vector<std::string> macs_of_port(const json& shown) {
  std::vector<std::string> out;
  for (const auto* list : {&member_at(shown, {"Ethernet", "AssociatedMACAddresses"}),
                           &member_at(shown, {"AssociatedNetworkAddresses"})})
    if (list->is_array())
      for (const auto& one : *list) add_mac(out, mac_in(one));
  return out;
}

redfish_outcome detect_redfish_vendor(redfish_call call) {
  const auto root = co_await call.bmc.get_known(call.bmc.account().root);
  if (!root) co_return redfish_step_failed(root.error());
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  auto vendor = manufacturer_of(root->body, system->body, json::object()).vendor;
  facts out;
  if (!vendor.empty()) out.properties = vendor_fact(vendor.substr(0, vendor_bytes_max));
  co_return step_done(std::move(out));
}

redfish_outcome get_redfish_health(redfish_call call) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  facts out;
  out.health = health_of(*system);
  co_return step_done(std::move(out));
}

redfish_outcome get_redfish_mac_addresses(redfish_call call) {
  return find_mac_addresses(std::move(call));
}

}  // namespace ironbus
