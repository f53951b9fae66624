#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/inspection/inventory_values.hpp"
#include "drivers/redfish/redfish_identity.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t network_cards_max = 512;
constexpr int64_t mbps_in_gbps = 1'000;

/// A property of LLDP data and its name in the API.
struct announcement_row {
  const char* key;
  std::string_view property;
};

constexpr std::array announcement_rows{
    announcement_row{"switch_chassis_id", "ChassisId"},
    announcement_row{"switch_port_id", "PortId"},
    announcement_row{"switch_system_name", "SystemName"},
    announcement_row{"switch_system_description", "SystemDescription"},
};

/// Data from ports of network adapters that interfaces do not have.
struct adapter_view {
  json cards = json::array();
  json announced = json::object();
  std::string pxe_mac;
};

bool has_card(const json& cards, const std::string& mac) {
  return std::any_of(cards.begin(), cards.end(),
                     [&](const json& card) { return card.at("mac_address") == mac; });
}

/// Hooks identify cards by name.
void add_card(json& cards, const std::string& name, const std::string& mac,
              std::optional<int64_t> speed_mbps) {
  if (mac.empty() || cards.size() >= network_cards_max || has_card(cards, mac)) return;
  json card{{"name", name.empty() ? mac : name}, {"mac_address", mac}};
  put(card, "speed_mbps", speed_mbps);
  cards.push_back(std::move(card));
}

json announcement_in(const json& port) {
  constexpr int64_t vlan_max = 4'094;
  const auto& received = member_at(port, {"Ethernet", "LLDPReceive"});
  json out = json::object();
  for (const auto& row : announcement_rows) put(out, row.key, short_text(received, row.property));
  put(out, "switch_vlan_id", count_at(received, "ManagementVlanId", vlan_max));
  return out;
}

std::optional<int64_t> speed_of_port(const json& port) {
  const auto gbps = count_at(port, "CurrentSpeedGbps", mbps_in_gbps * mbps_in_gbps);
  if (gbps) return *gbps * mbps_in_gbps;
  return count_at(port, "CurrentLinkSpeedMbps", inventory_number_max);
}

void add_port(adapter_view& view, const std::string& adapter, const json& port) {
  const auto id = short_text(port, "Id");
  const auto full_name = adapter + "/" + id;
  for (const auto& mac : macs_of_port(port))
    add_card(view.cards, has_card(view.cards, mac) ? mac : full_name, mac, speed_of_port(port));
  auto announced = announcement_in(port);
  if (announced.empty()) return;
  view.announced[view.announced.contains(id) ? full_name : id] = std::move(announced);
}

bool boots_over_network(const json& function) {
  const auto mode = short_text(function, "BootMode");
  return mode == "PXE" || mode == "HTTP";
}

std::string ports_link(const json& adapter) {
  auto out = link_of(adapter, "Ports");
  return out.empty() ? link_of(adapter, "NetworkPorts") : out;
}

inventory_part read_adapter(inventory_walk& walk, json adapter, adapter_view& view) {
  const auto name = short_text(adapter, "Id");
  const auto ports = co_await walk.members(ports_link(adapter));
  const auto before = view.cards.size();
  for (const auto& port : ports) add_port(view, name, port.body);
  const bool ports_have_none = view.cards.size() == before;
  const auto functions = co_await walk.members(link_of(adapter, "NetworkDeviceFunctions"));
  for (const auto& function : functions) {
    const auto mac = mac_of_function(function.body);
    if (view.pxe_mac.empty() && boots_over_network(function.body)) view.pxe_mac = mac;
    if (ports_have_none)
      add_card(view.cards, name + "/" + short_text(function.body, "Id"), mac, std::nullopt);
  }
}

boost::asio::awaitable<adapter_view> read_adapters(inventory_walk& walk, json system) {
  adapter_view out;
  auto links = links_at(system, {"Links", "Chassis"});
  const auto all = co_await walk.all(std::move(links));
  for (const auto& chassis : all) {
    const auto adapters = co_await walk.members(link_of(chassis.body, "NetworkAdapters"));
    for (const auto& adapter : adapters) co_await read_adapter(walk, adapter.body, out);
  }
  co_return out;
}

void add_interface(json& cards, const json& shown) {
  auto mac = mac_in(member_at(shown, {"MACAddress"}));
  if (mac.empty()) mac = mac_in(member_at(shown, {"PermanentMACAddress"}));
  add_card(cards, short_text(shown, "Id"), mac, count_at(shown, "SpeedMbps", inventory_number_max));
}

/// The interfaces' own names and speeds take precedence.
void add_missing(json& cards, json others) {
  for (auto& card : others)
    if (cards.size() < network_cards_max && !has_card(cards, card.at("mac_address")))
      cards.push_back(std::move(card));
}

inventory_part read_whole_network(inventory_walk& walk, json system, inventory& out) {
  auto cards = json::array();
  const auto interfaces = co_await walk.members(link_of(system, "EthernetInterfaces"));
  for (const auto& one : interfaces) add_interface(cards, one.body);
  auto adapters = co_await read_adapters(walk, std::move(system));
  add_missing(cards, std::move(adapters.cards));
  if (!cards.empty()) out.found["interfaces"] = std::move(cards);
  if (!adapters.pxe_mac.empty()) out.found["boot"]["pxe_interface"] = adapters.pxe_mac;
  if (!adapters.announced.empty()) out.plugin_data["parsed_lldp"] = std::move(adapters.announced);
}

}  // namespace

inventory_part read_network(inventory_walk& walk, json system, inventory& out) {
  return read_whole_network(walk, std::move(system), out);
}

}  // namespace ironbus
