#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::inspection {

/// Formats a value by Python's format mini-language: [[fill]align][sign][0][width][,]
/// [.precision][type], with types s d x X o b f F e E g G %. Nothing if the format is unknown, does
/// not fit the value, or asks for more than 1000 characters.
std::optional<std::string> format_value(const json& value, std::string_view form);

/// The value after `!r`, `!s` or `!a`; always a text.
std::string convert(const json& value, char conversion);

}  // namespace ironbus::inspection
