#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::inspection {

/// Reads the value of a TLV from its front. A read beyond the end returns zero or nothing, and sets
/// `good` to false.
class byte_reader {
public:
  explicit byte_reader(std::string_view bytes) : rest_(bytes) {}

  uint32_t number(size_t bytes);  ///< Big-endian; at most four bytes.
  std::string_view take(size_t bytes);
  std::string_view rest();

  bool good() const { return good_; }
  bool empty() const { return rest_.empty(); }

private:
  std::string_view rest_;
  bool good_ = true;
};

/// The bytes of a hexadecimal text; nothing if it is malformed.
std::optional<std::string> bytes_of_hex(std::string_view hex);

/// "00:1b:21:00:00:01"; nothing unless there are six bytes.
std::optional<std::string> mac_text(std::string_view bytes);

/// The text of an address whose first byte is its family: 1 IPv4, 2 IPv6. Nothing for others.
std::optional<std::string> address_text(std::string_view bytes);

/// Converts bytes to a text that can be stored and shown: replaces bytes that are not printable
/// ASCII or UTF-8 with '?', and removes padding at the end.
std::string printable(std::string_view bytes);

std::string hex_text(std::string_view bytes);

}  // namespace ironbus::inspection
