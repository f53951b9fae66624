#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// The disk, what is inserted, the network; in the words of BootSourceOverrideTarget.
std::vector<std::string> usual_boot_order();
/// Whether a machine can have that in its boot order.
bool is_boot_order_item(std::string_view name);

}  // namespace ironbus::simulator
