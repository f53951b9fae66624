#include "actors/inspection/hooks/reading.hpp"
#include "actors/inspection/lldp/lldp.hpp"

// Hooks that read LLDP data of switches.

namespace ironbus::inspection {

namespace {

/// LLDP data of an interface: from the collector `lldp`, else from the inventory.
const json& announced_to(const hook_context& x, const std::string& name, const json& card) {
  const auto& collected = member(x.docs.plugin_data, "lldp_raw", name);
  return collected.is_array() ? collected : member(card, "lldp");
}

}  // namespace

checked set_local_links(hook_context& context) {
  for (const auto& card : known_cards(context, "valid_interfaces")) {
    auto* port = port_of(context, card.mac);
    if (port == nullptr) continue;
    const auto found = link_from_lldp(read_tlvs(announced_to(context, card.name, *card.shown)));
    auto& link = (*port)["local_link_connection"];
    for (const auto& [key, value] : found.items())
      if (!link.contains(key)) link[key] = value;  // keeps the operator's value
  }
  return {};
}

checked parse_lldp(hook_context& context) {
  auto lists = json::object();
  for (const auto& interface : list_in(member(context.docs.inventory, "interfaces")))
    if (const auto name = text_in(member(interface, "name")))
      if (const auto& list = announced_to(context, *name, interface); list.is_array())
        lists[*name] = list;
  if (!lists.empty()) context.docs.plugin_data["parsed_lldp"] = describe_all_lldp(lists);
  return {};
}

}  // namespace ironbus::inspection
