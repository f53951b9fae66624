#pragma once

#include <cstddef>
#include <string_view>

namespace ironbus::daemon {

/// The number of characters to change, add or remove to turn one text into the other.
size_t edit_distance(std::string_view left, std::string_view right);

}  // namespace ironbus::daemon
