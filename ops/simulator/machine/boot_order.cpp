#include "ops/simulator/machine/boot_order.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::array<std::string_view, 4> order_items{"Hdd", "Cd", "Usb", "Pxe"};

struct first_boot_row {
  std::string_view device;
  std::string_view target;
};

constexpr std::array first_boot_rows{
    first_boot_row{"PXE", "Pxe"},        first_boot_row{"HDD", "Hdd"},
    first_boot_row{"BIOS", "BiosSetup"}, first_boot_row{"VCD-DVD", "Cd"},
    first_boot_row{"vFDD", "Floppy"},
};

}  // namespace

std::vector<std::string> usual_boot_order() { return {"Hdd", "Cd", "Pxe"}; }

bool is_boot_order_item(std::string_view name) { return std::ranges::count(order_items, name) > 0; }

std::string_view target_of_first_boot(std::string_view device) {
  const auto* row = std::ranges::find(first_boot_rows, device, &first_boot_row::device);
  return row == first_boot_rows.end() ? std::string_view{} : row->target;
}

}  // namespace ironbus::simulator
