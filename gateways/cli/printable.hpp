#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus::cli {

/// A text of a service that is safe for a terminal. Control characters (also C1 and line ends)
/// become blanks. Invisible characters and those that change the writing direction are removed.
/// Bytes that are no UTF-8 become '?'.
std::string printable(std::string_view text);

/// The document with `printable` applied to every text and key.
json printable_json(json document);

/// A line of JSON in which the characters that `printable` replaces are escaped.
std::string printable_json_line(std::string_view text);

/// JSON in ASCII; all other characters are escaped. With an indent, in several lines.
std::string ascii_json(const json& document, int indent = -1);

}  // namespace ironbus::cli
