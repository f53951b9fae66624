#include "gateways/http/ramdisk/inspection_data.hpp"

#include "gateways/http/api/error.hpp"
#include "messages/model/field.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr size_t interfaces_read_max = 1024;

/// The address of a BMC; unset where the machine has none or does not know it.
std::optional<std::string> bmc_address_of(const std::string& text) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(text.substr(0, text.find('/')), error);
  if (error || address.is_unspecified() || address.is_loopback()) return std::nullopt;
  return address.to_string();
}

result<std::monostate> read_macs(const json& inventory, std::vector<std::string>& out) {
  const auto interfaces = inventory.find("interfaces");
  if (interfaces == inventory.end() || !interfaces->is_array() || interfaces->empty())
    return invalid("'inventory/interfaces' must be a list of at least one interface.");
  if (interfaces->size() > interfaces_read_max)
    return invalid("'inventory/interfaces' must hold at most " +
                   std::to_string(interfaces_read_max) + " interfaces.");
  for (size_t i = 0; i < interfaces->size(); ++i) {
    const auto& one = (*interfaces)[i];
    const auto mac = one.is_object() ? one.value("mac_address", json{}) : json{};
    if (!mac.is_string())
      return invalid("'inventory/interfaces/" + std::to_string(i) +
                     "/mac_address' must be a string.");
    if (auto normal = normalize_mac(mac.get_ref<const std::string&>()))
      out.push_back(std::move(*normal));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return {};
}

result<std::monostate> read_bmc_addresses(const json& inventory, std::vector<std::string>& out) {
  for (const auto* key : {"bmc_address", "bmc_v6address"}) {
    const auto at = inventory.find(key);
    if (at == inventory.end() || at->is_null()) continue;
    if (!at->is_string())
      return invalid("'inventory/" + std::string{key} + "' must be a string or null.");
    if (auto address = bmc_address_of(at->get_ref<const std::string&>()))
      out.push_back(std::move(*address));
  }
  return {};
}

}  // namespace

result<inspection_data> read_inspection_data(json body) {
  const auto at = body.find("inventory");
  if (at == body.end() || !at->is_object())
    return invalid("Missing mandatory parameter: inventory, which must be an object");
  inspection_data out;
  out.inventory = std::move(*at);
  body.erase(at);
  out.plugin_data = std::move(body);
  if (auto ok = read_macs(out.inventory, out.macs); !ok) return tl::unexpected(ok.error());
  if (auto ok = read_bmc_addresses(out.inventory, out.bmc_addresses); !ok)
    return tl::unexpected(ok.error());
  if (out.macs.empty() && out.bmc_addresses.empty())
    return invalid("The inventory has neither a valid MAC address nor the address of a BMC.");
  return out;
}

}  // namespace ironbus::http
