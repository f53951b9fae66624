#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Access to members of a gateway's answers. It accepts JSON of any shape.

namespace ironbus::fleet_view {

/// The value under a key; null if `object` is no object or lacks the key.
const json& member_value(const json& object, std::string_view key);

/// The value as a number, a time or a boolean; unset or false if it has another type.
std::optional<int64_t> member_number(const json& object, std::string_view key);
std::optional<timestamp> member_time(const json& object, std::string_view key);
bool member_flag(const json& object, std::string_view key);

/// The list under a key; empty if there is none.
const json& member_list(const json& object, std::string_view key);

/// The text, or null if it is empty.
json text_or_null(const std::string& text);

}  // namespace ironbus::fleet_view
