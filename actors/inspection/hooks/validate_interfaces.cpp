#include "actors/inspection/hooks/reading.hpp"
#include "messages/contract/mac_address.hpp"
#include "messages/model/field.hpp"

#include <algorithm>
#include <array>

namespace ironbus::inspection {

namespace {

/// More than any machine has; each may become a port.
constexpr size_t cards_max = 512;

/// "01-aa-bb-cc-dd-ee-ff", as PXELINUX writes it, or a MAC address.
std::optional<std::string> pxe_mac_of(const json& inventory) {
  auto text = text_in(member(inventory, "boot", "pxe_interface"));
  if (!text) return std::nullopt;
  constexpr size_t with_hardware_type = 20;
  if (text->size() == with_hardware_type && text->find('-') != std::string::npos) text->erase(0, 3);
  std::replace(text->begin(), text->end(), '-', ':');
  auto mac = normalize_mac(*text);
  if (!mac) return std::nullopt;
  return *mac;
}

/// A network card with a name and a MAC address, for later hooks and rules.
struct network_card {
  std::string name;
  json shown;
};

std::optional<network_card> read_card(const json& interface,
                                      const std::optional<std::string>& pxe) {
  const auto name = text_in(member(interface, "name"));
  const auto address = text_in(member(interface, "mac_address"));
  if (!name || !address) return std::nullopt;
  auto mac = usable_mac(*address);
  if (!mac) return std::nullopt;
  network_card out{*name, interface};
  out.shown["pxe_enabled"] = pxe && *pxe == *mac;
  out.shown["mac_address"] = std::move(*mac);
  if (const auto v6 = text_in(member(interface, "ipv6_address")))
    out.shown["ipv6_address"] = without_zone(*v6);
  return out;
}

/// Names an interface that lacks something, for the log.
std::string label_of(const json& interface) {
  constexpr size_t label_bytes_max = 64;
  const auto name = text_in(member(interface, "name")).value_or("");
  const auto address = text_in(member(interface, "mac_address")).value_or("none");
  return "interface '" + name.substr(0, label_bytes_max) + "' with the MAC address " +
         address.substr(0, label_bytes_max);
}

bool is_loopback(const network_card& card) {
  if (card.name == "lo") return true;
  const auto address = address_in(card.shown);
  if (!address) return false;
  static const std::array networks{*parse_network("127.0.0.0/8"), *parse_network("::1/128")};
  const auto ip = *parse_address(*address);
  return std::any_of(networks.begin(), networks.end(),
                     [&](const auto& network) { return contains(network, ip); });
}

/// Whether a port is created for it.
bool is_wanted(const network_card& card, added_ports add, bool pxe_is_known) {
  switch (add) {
    case added_ports::pxe: return !pxe_is_known || card.shown["pxe_enabled"] == true;
    case added_ports::active: return address_in(card.shown).has_value();
    default: return true;
  }
}

/// Stores the BMC's addresses, so that later hooks need not search the inventory.
void store_bmc_addresses(hook_context& context) {
  for (const auto* key : {"bmc_address", "bmc_v6address"})
    if (auto text = text_in(member(context.docs.inventory, key)))
      if (*text != "0.0.0.0" && *text != "::" && *text != "::/0")
        context.docs.plugin_data[key] = std::move(*text);
}

}  // namespace

/// Sets `all_interfaces`, `valid_interfaces` (by name) and `macs` in the plugin data.
checked validate_interfaces(hook_context& context) {
  const auto& interfaces = list_in(member(context.docs.inventory, "interfaces"));
  if (interfaces.empty()) return fail(error_code::invalid, "No interfaces in the inventory.");
  if (interfaces.size() > cards_max)
    return fail(error_code::invalid,
                "The inventory has more than " + std::to_string(cards_max) + " interfaces.");
  const auto pxe = pxe_mac_of(context.docs.inventory);
  auto all = json::object();
  auto valid = json::object();
  auto macs = json::array();
  for (const auto& interface : interfaces) {
    auto card = read_card(interface, pxe);
    if (!card) {
      context.log("warning", "no port is created for " + label_of(interface) +
                                 ": it has no name or no usable MAC address");
      continue;
    }
    if (!is_loopback(*card) && is_wanted(*card, context.options.add, pxe.has_value())) {
      macs.push_back(card->shown["mac_address"]);
      valid[card->name] = card->shown;
    }
    all[card->name] = std::move(card->shown);
  }
  store_bmc_addresses(context);
  context.docs.plugin_data["all_interfaces"] = std::move(all);
  context.docs.plugin_data["valid_interfaces"] = std::move(valid);
  context.docs.plugin_data["macs"] = std::move(macs);
  if (!context.docs.plugin_data["macs"].empty()) return {};
  return fail(error_code::invalid, "No valid network interfaces in the inventory.");
}

}  // namespace ironbus::inspection
