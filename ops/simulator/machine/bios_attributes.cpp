#include "ops/simulator/machine/bios_attributes.hpp"

#include "ops/simulator/profile/profile.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::array bios_rows{
    bios_attribute{"ProcTurboMode", "Enumeration", "Enabled", "Enabled,Disabled"},
    bios_attribute{"LogicalProc", "Enumeration", "Enabled", "Enabled,Disabled"},
    bios_attribute{"ProcVirtualization", "Enumeration", "Enabled", "Enabled,Disabled"},
    bios_attribute{"SriovGlobalEnable", "Enumeration", "Disabled", "Enabled,Disabled"},
    bios_attribute{"NumLock", "Enumeration", "On", "On,Off"},
    bios_attribute{"SysProfile", "Enumeration", "PerfPerWatt", "PerfPerWatt,PerfOptimized,Custom"},
    bios_attribute{"AssetTag", "String", "", "", 0, 63},
    bios_attribute{"AcPwrRcvryUserDelay", "Integer", "60", "", 60, 600},
    bios_attribute{"QuietBoot", "Boolean", "true", ""},
    bios_attribute{"PxeDev1EnDis", "Enumeration", "Enabled", "Enabled,Disabled"},
    bios_attribute{"PxeDev1Interface", "Enumeration", "NIC.1", "NIC.1,NIC.2"},
    bios_attribute{"SystemBiosVersion", "String", "2.0.0", "", 0, 32, true},
};

json initial_value(const bios_attribute& row) {
  if (row.type == "Integer") return std::stoll(std::string{row.initial});
  if (row.type == "Boolean") return row.initial == "true";
  return std::string{row.initial};
}

bool fits_type(const bios_attribute& row, const json& value) {
  if (row.type == "Integer") return value.is_number_integer();
  if (row.type == "Boolean") return value.is_boolean();
  return value.is_string();
}

bool fits_bounds(const bios_attribute& row, const json& value) {
  if (row.type == "Boolean") return true;
  if (row.type == "Enumeration") return has_item(row.values, value.get<std::string>());
  const auto size = value.is_string() ? static_cast<int64_t>(value.get<std::string>().size())
                                      : value.get<int64_t>();
  return size >= row.lowest && size <= row.highest;
}

}  // namespace

std::span<const bios_attribute> bios_attributes() { return bios_rows; }

const bios_attribute* find_bios_attribute(std::string_view name) {
  const auto* found = std::ranges::find(bios_rows, name, &bios_attribute::name);
  return found == bios_rows.end() ? nullptr : found;
}

json initial_bios() {
  auto out = json::object();
  for (const auto& row : bios_rows) out[std::string{row.name}] = initial_value(row);
  return out;
}

std::optional<bios_fault> check_bios_value(std::string_view name, const json& value) {
  const auto* row = find_bios_attribute(name);
  if (row == nullptr) return bios_fault::unknown;
  if (row->read_only) return bios_fault::read_only;
  if (!fits_type(*row, value)) return bios_fault::wrong_type;
  if (!fits_bounds(*row, value)) return bios_fault::wrong_value;
  return std::nullopt;
}

}  // namespace ironbus::simulator
