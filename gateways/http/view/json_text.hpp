#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

// Writes JSON directly into a text. Answers consist of stored pieces, and an intermediate document
// would cost more than everything else.

/// A string in quotes.
void append_string(std::string& out, std::string_view text);
/// Any value.
void append_value(std::string& out, const json& value);
/// Writes `"name":`, with a comma before it unless it is the first in its object.
void append_name(std::string& out, std::string_view name);

}  // namespace ironbus::http
