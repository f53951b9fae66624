#include "actors/inspection/hooks/reading.hpp"

namespace ironbus::inspection {

namespace {

const std::string* network_of(const hook_options& options, const std::string& address) {
  const auto ip = parse_address(address);
  if (!ip) return nullptr;
  for (const auto& row : options.networks)
    if (contains(row.network, *ip)) return &row.name;
  return nullptr;
}

}  // namespace

/// Sets a port's physical network to the first network of the map that contains an address of its
/// interface.
checked set_physical_networks(hook_context& context) {
  for (const auto& card : known_cards(context, "valid_interfaces")) {
    auto* port = port_of(context, card.mac);
    const auto address = address_in(*card.shown);
    if (port == nullptr || !address) continue;
    if (const auto* network = network_of(context.options, *address))
      (*port)["physical_network"] = *network;
  }
  return {};
}

}  // namespace ironbus::inspection
