#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

// How inventories read what BMCs show: nothing has the shape it should have until it is looked at.

/// The link under that name; empty: none. A call for coroutines, which lists in braces do not suit.
std::string link_of(const json& resource, std::string_view name);
/// A text of at most 255 bytes; empty for anything else.
std::string short_text(const json& resource, std::string_view key);
/// A number from 0 to `most`, rounded to a whole one.
std::optional<int64_t> count_at(const json& resource, std::string_view key, int64_t most);

/// Adds what there is: no empty texts, no null.
void put(json& object, const char* key, std::string text);
void put(json& object, const char* key, std::optional<int64_t> number);

/// {health, state, health_rollup} of its Status, as far as it says so.
json shown_status(const json& resource);

/// Larger than any memory, disk or speed is.
inline constexpr int64_t inventory_number_max = int64_t{1} << 60;

}  // namespace ironbus
