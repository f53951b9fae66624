#include "drivers/redfish/redfish_identity.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/vendor_table.hpp"
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

void add_mac(std::vector<std::string>& out, std::string mac) {
  if (!mac.empty() && std::find(out.begin(), out.end(), mac) == out.end())
    out.push_back(std::move(mac));
}

using macs_result = boost::asio::awaitable<redfish_result<std::vector<std::string>>>;

macs_result macs_of_interfaces(redfish_client bmc, std::string collection) {
  std::vector<std::string> out;
  if (collection.empty()) co_return out;
  const auto list = co_await get_members(std::move(bmc), std::move(collection));
  if (!list) co_return tl::unexpected(list.error());
  for (const auto& one : *list)
    if (is_well(one.body)) add_mac(out, mac_in(member_at(one.body, {"MACAddress"})));
  co_return out;
}

macs_result macs_of_adapters(redfish_client bmc, redfish_resource system) {
  std::vector<std::string> out;
  const auto chassis = co_await get_chassis(bmc, std::move(system));
  if (!chassis) co_return tl::unexpected(chassis.error());
  const auto collection = link_at(chassis->body, {"NetworkAdapters"});
  if (collection.empty()) co_return out;
  const auto adapters = co_await get_members(bmc, collection);
  if (!adapters) co_return tl::unexpected(adapters.error());
  for (const auto& adapter : *adapters) {
    auto list = link_at(adapter.body, {"Ports"});
    if (list.empty()) list = link_at(adapter.body, {"NetworkPorts"});
    if (list.empty()) continue;
    const auto ports = co_await get_members(bmc, list);
    if (!ports) co_return tl::unexpected(ports.error());
    for (const auto& one : *ports)
      if (is_well(one.body))
        for (auto& mac : macs_of_port(one.body)) add_mac(out, std::move(mac));
  }
  co_return out;
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
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  auto interfaces = link_at(system->body, {"EthernetInterfaces"});
  auto found = co_await macs_of_interfaces(call.bmc, std::move(interfaces));
  if (found && found->empty()) found = co_await macs_of_adapters(call.bmc, *system);
  if (!found) co_return redfish_step_failed(found.error());
  facts out;
  out.mac_addresses = std::move(*found);
  co_return step_done(std::move(out));
}

}  // namespace ironbus
