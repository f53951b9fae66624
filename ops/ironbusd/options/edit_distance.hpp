#pragma once

#include <cstddef>
#include <string_view>

namespace ironbus::daemon {

/// How many letters must be changed, added or removed to get from one text to the other.
size_t edit_distance(std::string_view left, std::string_view right);

}  // namespace ironbus::daemon
