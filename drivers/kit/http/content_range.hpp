#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ironbus {

/// Parses a byte count as in Content-Length (RFC 9110, section 8.6). Unset: invalid.
std::optional<uint64_t> read_byte_count(std::string_view text);

/// The byte range and total of a partial response (RFC 9110, section 14.4).
struct content_range {
  uint64_t first = 0;
  uint64_t last = 0;
  std::optional<uint64_t> total;  ///< Unset: the server does not report it.
};

/// Parses "bytes 0-8388607/65011712", or with "*" as the total. Unset: invalid or contradictory.
std::optional<content_range> read_content_range(std::string_view text);

}  // namespace ironbus
