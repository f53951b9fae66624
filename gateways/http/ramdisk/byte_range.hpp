#pragma once

#include <cstdint>
#include <string_view>

namespace ironbus::http {

/// What a Range header asks of a file.
struct byte_range {
  enum class kind : uint8_t {
    whole,  ///< There is no such header, or it is passed over: the answer is that without it.
    part,
    none  ///< It asks for bytes that the file does not have: 416.
  };

  kind what = kind::whole;
  uint64_t first = 0;
  uint64_t bytes = 0;

  bool operator==(const byte_range&) const = default;
};

/// Reads a Range header (RFC 9110, sections 14.1.2 and 14.2) for a file of that size, in bytes:
/// "bytes=0-499", "bytes=500-", "bytes=-500". Passed over are other units, several ranges at once,
/// what is malformed, and what is longer than any single range is.
byte_range parse_range(std::string_view text, uint64_t size);

}  // namespace ironbus::http
