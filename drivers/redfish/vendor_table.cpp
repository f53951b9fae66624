#include "drivers/redfish/vendor_table.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::string_view in_full = "redfish_compatible";

firmware_range versions(std::string_view text) {
  return firmware_range::parse(text).value_or(firmware_range{});
}

std::span<const vendor_row> built_in_rows() {
  static const std::vector<vendor_row> rows{
      // The only model of this vendor that uses the standard name of the drive.
      {"supermicro", "ars-111gl-nhr", {}, {.boot_whole = true}},
      {"supermicro", "", {}, {.boot_whole = true, .optical_drive = "UsbCd"}},
      {"american megatrends", "", {}, {.boot_whole = true}},
      {"ami", "", {}, {.boot_whole = true}},
      {"asrockrack", "", {}, {.boot_whole = true}},
      {std::string{in_full}, "", {}, {.boot_whole = true}},
      // With other firmware the boot device Cd is a physical drive.
      {"dell", "", versions("6-7"), {}},
      {"dell", "", {}, {.media_boot_interface = "idrac-redfish-virtual-media"}},
  };
  return rows;
}

bool is_row_for(const vendor_row& row, const redfish_manufacturer& maker) {
  return lower(maker.vendor).find(row.vendor) != std::string::npos &&
         lower(maker.model).find(row.model) != std::string::npos;
}

}  // namespace

vendor_quirks quirks_of(const redfish_manufacturer& maker, std::span<const vendor_row> own) {
  for (const auto rows : {own, built_in_rows()})
    for (const auto& row : rows)
      if (is_row_for(row, maker) && row.firmware.holds(maker.firmware)) return row.habits;
  return {};
}

bool firmware_decides(const redfish_manufacturer& maker, std::span<const vendor_row> own) {
  for (const auto rows : {own, built_in_rows()})
    for (const auto& row : rows)
      if (is_row_for(row, maker)) return !row.firmware.is_all();
  return false;
}

redfish_manufacturer manufacturer_of(const json& root, const json& system, const json& properties) {
  redfish_manufacturer out;
  out.model = member_text(system, "Model");
  out.vendor = member_text(properties, "vendor");
  if (out.vendor == in_full) return out;
  out.vendor = member_text(root, "Vendor");
  if (out.vendor.empty()) out.vendor = member_text(system, "Manufacturer");
  return out;
}

}  // namespace ironbus
