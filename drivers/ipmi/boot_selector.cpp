#include "drivers/ipmi/boot_selector.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct selector_row {
  std::string_view device;
  const char* selector;        ///< Second byte of the boot flags.
  std::string_view read_back;  ///< ipmitool's name.
};

/// The last matching row counts, because the text of safe contains that of disk.
constexpr std::array selector_rows{
    selector_row{"pxe", "0x04", "PXE"},        selector_row{"disk", "0x08", "Hard-Drive"},
    selector_row{"cdrom", "0x14", "CD/DVD"},   selector_row{"bios", "0x18", "BIOS Setup"},
    selector_row{"safe", "0x0c", "Safe-Mode"},
};

struct vendor_row {
  std::string_view vendor;  ///< Without blanks.
  std::string_view device;
  const char* selector;
  std::string_view read_back;
};

/// Supermicro's UEFI boots the disk only as a "primary remote medium".
constexpr std::array vendor_rows{
    vendor_row{"supermicro", "disk", "0x24", "primary remote media"},
};

constexpr const char* once_by_uefi = "0xa0";    // valid, UEFI
constexpr const char* always_by_uefi = "0xe0";  // the same, for all boots

const selector_row* find_device(std::string_view name) {
  const auto found = std::find_if(selector_rows.begin(), selector_rows.end(),
                                  [name](const auto& row) { return row.device == name; });
  return found == selector_rows.end() ? nullptr : &*found;
}

const char* selector_of(const selector_row& row, std::string_view vendor) {
  auto name = lower(vendor);
  std::erase(name, ' ');
  for (const auto& special : vendor_rows)
    if (special.device == row.device && name.find(special.vendor) != std::string::npos)
      return special.selector;
  return row.selector;
}

/// The rest of the line after "<name> :"; empty: there is none.
std::string_view value_after(std::string_view text, std::string_view name) {
  const auto begin = text.find(name);
  if (begin == std::string_view::npos) return {};
  auto line = text.substr(begin + name.size());
  line = line.substr(0, line.find('\n'));
  const auto colon = line.find(':');
  return colon == std::string_view::npos ? std::string_view{}
                                         : trim(line.substr(colon + 1), " \t\r");
}

std::optional<std::string> device_called(std::string_view words) {
  std::optional<std::string> out;
  for (const auto& row : vendor_rows)
    if (words.find(row.read_back) != std::string_view::npos) out = row.device;
  for (const auto& row : selector_rows)
    if (words.find(row.read_back) != std::string_view::npos) out = row.device;
  return out;
}

}  // namespace

std::vector<std::string> ipmi_boot_devices() {
  std::vector<std::string> out;
  out.reserve(selector_rows.size());
  for (const auto& row : selector_rows) out.emplace_back(row.device);
  return out;
}

std::optional<ipmi_order> boot_order(std::string_view device, bool persistent, bool uefi,
                                     std::string_view vendor) {
  const auto* row = find_device(device);
  if (row == nullptr) return std::nullopt;
  if (uefi)
    return repeatable_order({"raw", "0x00", "0x08", "0x05",
                             persistent ? always_by_uefi : once_by_uefi, selector_of(*row, vendor),
                             "0x00", "0x00", "0x00"});
  auto out = repeatable_order({"chassis", "bootdev", std::string{device}});
  if (persistent) out.words.emplace_back("options=persistent");
  out.done_text = "Set Boot Device to " + std::string{device};
  return out;
}

ipmi_order keep_boot_device() { return repeatable_order({"raw", "0x00", "0x08", "0x03", "0x08"}); }

ipmi_order ask_boot_device() { return repeatable_order({"chassis", "bootparam", "get", "5"}); }

boot_setting read_boot_setting(std::string_view text) {
  boot_setting out;
  out.device = device_called(value_after(text, "Boot Device Selector"));
  out.persistent = text.find("Options apply to all future boots") != std::string_view::npos;
  return out;
}

}  // namespace ironbus
