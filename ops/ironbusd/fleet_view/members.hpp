#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// What commands take out of a gateway's answers. None of it trusts their shape.

namespace ironbus::fleet_view {

/// The value under a key; null where `object` is none, or has none there.
const json& member_value(const json& object, std::string_view key);

/// The same as a number, a point in time, a truth; unset or false where it is another thing.
std::optional<int64_t> member_number(const json& object, std::string_view key);
std::optional<timestamp> member_time(const json& object, std::string_view key);
bool member_flag(const json& object, std::string_view key);

/// The list under a key; an empty one where there is none.
const json& member_list(const json& object, std::string_view key);

/// How answers for programs say that there is no text.
json text_or_null(const std::string& text);

}  // namespace ironbus::fleet_view
