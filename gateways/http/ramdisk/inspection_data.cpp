#include "gateways/http/ramdisk/inspection_data.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/view/body_table.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/mac_address.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr size_t interfaces_max = 1024;

constexpr std::array found_interface_fields{
    body_field{.name = "mac_address",
               .type = body_type::text,
               .flags = may_be_null,
               .description = "Without a usable address the interface is kept, but skipped."},
};
constexpr body_table found_interface{.fields = found_interface_fields, .open = true};

constexpr std::array inventory_fields{
    body_field{.name = "interfaces",
               .type = body_type::objects,
               .flags = needed | not_empty,
               .size_max = interfaces_max,
               .members = &found_interface},
    body_field{.name = "bmc_address", .type = body_type::text, .flags = may_be_null},
    body_field{.name = "bmc_v6address", .type = body_type::text, .flags = may_be_null},
};
constexpr body_table found_inventory{.fields = inventory_fields, .open = true};

constexpr std::array found_fields{
    body_field{.name = "inventory",
               .type = body_type::object,
               .flags = needed,
               .members = &found_inventory},
};

/// The address of a BMC. Unset if the machine has none or does not know it.
std::optional<std::string> bmc_address_of(const std::string& text) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(text.substr(0, text.find('/')), error);
  if (error || address.is_unspecified() || address.is_loopback()) return std::nullopt;
  return address.to_string();
}

/// Sorted and without duplicates. Skips addresses that identify no machine (InfiniBand, noise).
std::vector<std::string> macs_of(const json& inventory) {
  std::vector<std::string> out;
  const auto interfaces = inventory.find("interfaces");
  if (interfaces == inventory.end() || !interfaces->is_array() ||
      interfaces->size() > interfaces_max)
    return out;
  for (const auto& one : *interfaces)
    if (auto mac = usable_mac(member_text(one, "mac_address"))) out.push_back(std::move(*mac));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::string> bmc_addresses_of(const json& inventory) {
  std::vector<std::string> out;
  for (const auto* key : {"bmc_address", "bmc_v6address"})
    if (auto address = bmc_address_of(member_text(inventory, key)))
      out.push_back(std::move(*address));
  return out;
}

}  // namespace

const body_table inspection_data_body{
    .name = "InspectionData", .fields = found_fields, .open = true};

result<inspection_data> read_inspection_data(json body) {
  if (auto ok = check_body(inspection_data_body, body, version_max); !ok)
    return tl::unexpected(ok.error());
  const auto found = body.find("inventory");
  inspection_data out;
  out.inventory = std::move(*found);
  body.erase(found);
  out.plugin_data = std::move(body);
  out.macs = macs_of(out.inventory);
  out.bmc_addresses = bmc_addresses_of(out.inventory);
  if (out.macs.empty() && out.bmc_addresses.empty())
    return invalid(
        "Invalid inventory: none of its interfaces has a usable mac_address (six octets, not zero, "
        "broadcast or multicast), and it has no BMC address.");
  return out;
}

inspection_data signs_of_machine(const json& body) {
  inspection_data out;
  const auto inventory = body.find("inventory");
  if (inventory == body.end() || !inventory->is_object()) return out;
  out.macs = macs_of(*inventory);
  out.bmc_addresses = bmc_addresses_of(*inventory);
  return out;
}

}  // namespace ironbus::http
