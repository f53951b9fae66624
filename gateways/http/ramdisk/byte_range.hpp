#pragma once

#include <cstdint>
#include <string_view>

namespace ironbus::http {

/// The range that a Range header requests.
struct byte_range {
  enum class kind : uint8_t {
    whole,  ///< The header is missing or ignored: the answer is the whole file.
    part,
    none  ///< The range is beyond the end of the file: 416.
  };

  kind what = kind::whole;
  uint64_t first = 0;
  uint64_t bytes = 0;

  bool operator==(const byte_range&) const = default;
};

/// Reads a Range header (RFC 9110, sections 14.1.2 and 14.2) for a file of `size` bytes:
/// "bytes=0-499", "bytes=500-", "bytes=-500". Ignores other units, several ranges, malformed
/// headers, and headers longer than any single range.
byte_range parse_range(std::string_view text, uint64_t size);

}  // namespace ironbus::http
