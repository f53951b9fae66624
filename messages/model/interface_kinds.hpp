#pragma once

#include <array>
#include <string_view>

namespace ironbus {

/// The kinds of driver interface, in the order the API lists them.
inline constexpr std::array<std::string_view, 13> interface_kinds{
    "bios",    "boot",  "console", "deploy", "firmware", "inspect", "management",
    "network", "power", "raid",    "rescue", "storage",  "vendor",
};

}  // namespace ironbus
