#include "drivers/redfish/idrac/idrac_inspection.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/idrac/idrac_links.hpp"
#include "drivers/redfish/inspection/inventory_values.hpp"
#include "drivers/redfish/inspection/redfish_inspection.hpp"
#include "drivers/redfish/redfish_system.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

/// A network device that may boot by PXE in UEFI mode.
struct pxe_row {
  std::string_view enabled;
  std::string_view card;
};

constexpr std::array pxe_rows{
    pxe_row{"PxeDev1EnDis", "PxeDev1Interface"}, pxe_row{"PxeDev2EnDis", "PxeDev2Interface"},
    pxe_row{"PxeDev3EnDis", "PxeDev3Interface"}, pxe_row{"PxeDev4EnDis", "PxeDev4Interface"}};

/// Values that mean: no switch known.
constexpr std::array<std::string_view, 4> no_switch{"No Link", "Not Available", "Not Supported",
                                                    "Unknown"};

/// The MAC address of an interface of the inventory: by its name or by a partition of it.
std::string mac_of_card(const json& inventory, const std::string& card) {
  const auto& all = member_at(inventory, {"interfaces"});
  if (card.empty() || !all.is_array()) return {};
  for (const auto& one : all) {
    const auto name = short_text(one, "name");
    if (name == card || name.starts_with(card + "-")) return short_text(one, "mac_address");
  }
  return {};
}

std::string pxe_mac(const json& inventory, const json& settings) {
  for (const auto& row : pxe_rows) {
    if (short_text(settings, row.enabled) != "Enabled") continue;
    if (auto mac = mac_of_card(inventory, short_text(settings, row.card)); !mac.empty()) return mac;
  }
  return {};
}

/// In other boot modes the cards themselves have the setting, which is not visible.
inventory_part read_pxe_card(inventory_walk& walk, const json& system, inventory& out) {
  const bool by_uefi = member_at(out.found, {"boot", "current_boot_mode"}) == json("uefi");
  if (!by_uefi) co_return;
  const auto bios = co_await walk.get(link_of(system, "Bios"));
  if (!bios) co_return;
  const auto mac = pxe_mac(out.found, member_at(bios->body, {"Attributes"}));
  if (!mac.empty()) out.found["boot"]["pxe_interface"] = mac;
}

bool is_known_switch(const std::string& text) {
  return !text.empty() && std::find(no_switch.begin(), no_switch.end(), text) == no_switch.end();
}

void add_connection(json& announced, const json& shown) {
  const auto port = short_text(shown, "FQDD");
  const auto chassis = short_text(shown, "SwitchConnectionID");
  const auto place = short_text(shown, "SwitchPortConnectionID");
  if (port.empty() || !is_known_switch(chassis) || !is_known_switch(place)) return;
  announced[port] = {{"switch_chassis_id", chassis}, {"switch_port_id", place}};
}

/// Adds the embedded members to `announced`, and the links of the others to `links`.
void split_members(const json& page, json& announced, std::vector<std::string>& links) {
  const auto& members = member_at(page, {"Members"});
  if (!members.is_array()) return;
  for (const auto& member : members) {
    if (member.is_object() && member.contains("FQDD") && announced.size() < redfish_members_max)
      add_connection(announced, member);
    else if (auto link = short_text(member, "@odata.id"); !link.empty())
      links.push_back(std::move(link));
  }
}

/// Old firmware embeds the collection's members, new firmware links to them.
inventory_part read_connections(inventory_walk& walk, const json& manager, inventory& out) {
  const auto pages = co_await walk.pages(idrac_link(manager, "DellSwitchConnectionCollection"));
  auto announced = json::object();
  std::vector<std::string> links;
  for (const auto& page : pages) split_members(page.body, announced, links);
  const auto others = co_await walk.all(std::move(links));
  for (const auto& one : others) add_connection(announced, one.body);
  if (!announced.empty()) out.plugin_data["parsed_lldp"] = std::move(announced);
}

inventory_part read_extras(inventory_walk& walk, json system, inventory& out) {
  if (const auto tag = short_text(system, "SKU"); !tag.empty())
    out.found["system_vendor"]["serial_number"] = tag;
  co_await read_pxe_card(walk, system, out);
  auto links = links_at(system, {"Links", "ManagedBy"});
  const auto managers = co_await walk.all(std::move(links));
  for (const auto& manager : managers) co_await read_connections(walk, manager.body, out);
}

redfish_outcome inspect_by_idrac(redfish_call call) {
  return inspect_redfish_machine(std::move(call), &read_idrac_extras);
}

constexpr std::array inspection_of_idrac{
    redfish_operation_row{driver_operations::inspect::inspect_hardware, &inspect_by_idrac},
};

}  // namespace

redfish_operations idrac_inspection_acts() { return inspection_of_idrac; }

inventory_part read_idrac_extras(inventory_walk& walk, json system, inventory& out) {
  return read_extras(walk, std::move(system), out);
}

}  // namespace ironbus
