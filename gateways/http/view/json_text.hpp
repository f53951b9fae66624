#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

// Writes JSON straight into a text: the answers of this API are put together from stored pieces,
// and a document in between would cost more than everything else.

/// A string in quotes.
void append_string(std::string& out, std::string_view text);
/// Any value.
void append_value(std::string& out, const json& value);
/// `"name":`, with a comma before it unless it comes first in its object.
void append_name(std::string& out, std::string_view name);

}  // namespace ironbus::http
