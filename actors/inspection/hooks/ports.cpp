#include "actors/inspection/hooks/reading.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"

#include <algorithm>
#include <set>

namespace ironbus::inspection {

namespace {

using mac_set = std::set<std::string>;
using card_list = std::vector<known_card>;

mac_set macs_of(const card_list& cards) {
  mac_set out;
  for (const auto& card : cards) out.insert(card.mac);
  return out;
}

bool boots(const known_card& card) { return member(*card.shown, "pxe_enabled") == true; }

void add_port(hook_context& context, const known_card& card) {
  if (port_of(context, card.mac) != nullptr) return;
  if (std::find(context.taken_macs.begin(), context.taken_macs.end(), card.mac) !=
      context.taken_macs.end())
    return context.log("warning",
                       "no port is created for " + card.mac + ": it belongs to another node");
  port fresh;
  fresh.uuid = context.ids.next();
  fresh.address = card.mac;
  fresh.pxe_enabled = boots(card);
  context.docs.ports.push_back(fresh);
}

void drop_ports(hook_context& hook_context, const mac_set& kept) {
  auto& ports = hook_context.docs.ports;
  for (auto found = ports.begin(); found != ports.end();)
    found = kept.contains(found->at("address").get<std::string>()) ? std::next(found)
                                                                   : ports.erase(found);
}

/// Updates a port of the node from the machine's network cards.
void update_port(hook_context& context, const card_list& all, json& port) {
  const auto card = std::find_if(all.begin(), all.end(),
                                 [&](const auto& row) { return port.at("address") == row.mac; });
  if (context.options.update_pxe_enabled) port["pxe_enabled"] = card != all.end() && boots(*card);
  if (card == all.end()) return;
  if (const auto id = text_in(member(*card->shown, "client_id"))) port["extra"]["client-id"] = *id;
}

}  // namespace

checked make_ports(hook_context& context) {
  const auto all = known_cards(context, "all_interfaces");
  const auto valid = known_cards(context, "valid_interfaces");
  if (context.options.add != added_ports::disabled)
    for (const auto& card : valid) add_port(context, card);
  if (context.options.keep == kept_ports::present) drop_ports(context, macs_of(all));
  if (context.options.keep == kept_ports::added) drop_ports(context, macs_of(valid));
  for (auto& port : context.docs.ports) update_port(context, all, port);
  return {};
}

}  // namespace ironbus::inspection
