#pragma once

#include <span>
#include <string_view>

namespace ironbus {

/// The names of the standard traits (os-traits 2.9.0), sorted.
std::span<const std::string_view> standard_traits();

}  // namespace ironbus
