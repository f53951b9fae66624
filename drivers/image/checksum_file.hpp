#pragma once

#include "drivers/image/image_sum.hpp"

#include <string_view>

namespace ironbus {

/// Maximum size of a checksum file.
inline constexpr size_t checksum_file_bytes_max = 1024 * 1024;

/// Finds the checksum of the file `name` in the format of sha256sum(1) ("SUM NAME", "SUM *NAME",
/// with --tag "SHA256 (NAME) = SUM"), ignoring folders. If the text is a single checksum, returns
/// that. Of several, returns the strongest. `invalid`, without a full stop: none, or two different
/// ones.
result<image_sum> find_sum(std::string_view text, std::string_view name);

}  // namespace ironbus
