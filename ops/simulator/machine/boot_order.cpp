#include "ops/simulator/machine/boot_order.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::array<std::string_view, 4> order_items{"Hdd", "Cd", "Usb", "Pxe"};

}  // namespace

std::vector<std::string> usual_boot_order() { return {"Hdd", "Cd", "Pxe"}; }

bool is_boot_order_item(std::string_view name) { return std::ranges::count(order_items, name) > 0; }

}  // namespace ironbus::simulator
