#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// Decompresses a body with `Content-Encoding: gzip` (RFC 1952). Unset if it is not gzip, is
/// truncated, or exceeds the given number of bytes.
std::optional<std::string> gunzip(std::string_view body, size_t bytes_max);

}  // namespace ironbus
