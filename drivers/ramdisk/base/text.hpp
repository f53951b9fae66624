#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::ramdisk {

std::vector<std::string> split(std::string_view text, char separator);
/// Splits at white space, without empty parts.
std::vector<std::string> words(std::string_view text);
std::string trimmed(std::string_view text);
std::string lower(std::string_view text);
std::optional<std::uint64_t> number(std::string_view text, int base = 10);

/// Decodes base64, ignoring line breaks; nothing if it is invalid.
std::optional<std::string> from_base64(std::string_view text);
std::string to_base64(std::string_view bytes);
std::string to_hex(std::string_view bytes);

/// Percent-encodes a text for a query.
std::string percent_encoded(std::string_view text);
std::string percent_decoded(std::string_view text);

/// A random UUID of 8-4-4-4-12 hexadecimal digits.
std::string random_uuid();

}  // namespace ironbus::ramdisk
