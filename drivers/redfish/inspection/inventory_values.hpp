#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

// Readers for the BMC's values. They accept any type.

/// The link under that name; empty: none. A function, because brace lists do not work in
/// coroutines.
std::string link_of(const json& resource, std::string_view name);
/// A text of at most 255 bytes; empty for any other value.
std::string short_text(const json& resource, std::string_view key);
/// Some BMCs write it as an integer. Empty: none.
std::string serial_number_of(const json& resource);
/// A number from 0 to `most`, rounded.
std::optional<int64_t> count_at(const json& resource, std::string_view key, int64_t most);

/// Adds a value, except an empty text or null.
void put(json& object, const char* key, std::string text);
void put(json& object, const char* key, std::optional<int64_t> number);

/// {health, state, health_rollup} of its Status, as far as reported.
json shown_status(const json& resource);

/// Larger than any memory size, disk size or speed.
inline constexpr int64_t inventory_number_max = int64_t{1} << 60;

}  // namespace ironbus
