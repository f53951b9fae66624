#include "drivers/redfish/vendor_table.hpp"

#include "messages/base/text.hpp"

#include <array>

namespace ironbus {

namespace {

struct vendor_row {
  std::string_view vendor;  ///< In small letters; the vendor's name holds it.
  std::string_view model;   ///< The same; empty: all.
  vendor_habits habits;
};

constexpr std::string_view in_full = "redfish_compatible";

constexpr vendor_habits usual_habits{};

constexpr std::array vendor_rows{
    // The one model of this vendor that calls its drive by the usual name.
    vendor_row{"supermicro", "ars-111gl-nhr", {.boot_whole = true}},
    vendor_row{"supermicro", "", {.boot_whole = true, .optical_drive = "UsbCd"}},
    vendor_row{"american megatrends", "", {.boot_whole = true}},
    vendor_row{"ami", "", {.boot_whole = true}},
    vendor_row{"asrockrack", "", {.boot_whole = true}},
    vendor_row{in_full, "", {.boot_whole = true}},
};

}  // namespace

const vendor_habits& habits_of(const redfish_maker& maker) {
  const auto vendor = lower(maker.vendor);
  const auto model = lower(maker.model);
  for (const auto& row : vendor_rows)
    if (vendor.find(row.vendor) != std::string::npos && model.find(row.model) != std::string::npos)
      return row.habits;
  return usual_habits;
}

redfish_maker maker_of(const json& root, const json& system, const json& properties) {
  redfish_maker out;
  out.model = member_text(system, "Model");
  out.vendor = member_text(properties, "vendor");
  if (out.vendor == in_full) return out;
  out.vendor = member_text(root, "Vendor");
  if (out.vendor.empty()) out.vendor = member_text(system, "Manufacturer");
  return out;
}

}  // namespace ironbus
