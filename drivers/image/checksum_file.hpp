#pragma once

#include "drivers/image/image_sum.hpp"

#include <string_view>

namespace ironbus {

/// No file of sums is larger.
inline constexpr size_t checksum_file_bytes_max = 1024 * 1024;

/// Finds the sum of the file `name` among those of a text, as sha256sum(1) writes them ("SUM NAME",
/// "SUM *NAME", with --tag "SHA256 (NAME) = SUM"), whatever folder stands before the name; where
/// the text is nothing but one sum, that one. Of several that fit, the strongest. `invalid` without
/// a point at its end: there is none, or two that differ.
result<image_sum> find_sum(std::string_view text, std::string_view name);

}  // namespace ironbus
