#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A body with `Content-Encoding: gzip` (RFC 1952) as it was before; unset: it is none, is broken
/// off, or would be longer than that many bytes.
std::optional<std::string> gunzip(std::string_view body, size_t bytes_max);

}  // namespace ironbus
