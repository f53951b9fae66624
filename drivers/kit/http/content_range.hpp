#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ironbus {

/// A number of bytes, as Content-Length has it (RFC 9110, section 8.6); unset: it is none.
std::optional<uint64_t> read_byte_count(std::string_view text);

/// Which bytes of how many an answer has (RFC 9110, section 14.4).
struct content_range {
  uint64_t first = 0;
  uint64_t last = 0;
  std::optional<uint64_t> total;  ///< Unset: its server does not say.
};

/// "bytes 0-8388607/65011712", or with "*" for the total; unset: it is none, or contradicts itself.
std::optional<content_range> read_content_range(std::string_view text);

}  // namespace ironbus
