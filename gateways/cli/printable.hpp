#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus::cli {

/// A text of a service as a terminal may be given it: a blank for each control character (also of
/// the C1 set, and line ends), nothing for what turns the direction of writing or is not seen, '?'
/// for each byte that is no UTF-8.
std::string printable(std::string_view text);

/// The same of every text and every key of a document.
json printable_json(json document);

/// A line of JSON as it came, but that what `printable` replaces is escaped: it says the same.
std::string printable_json_line(std::string_view text);

/// JSON in ASCII: all else is escaped. With an indent on several lines.
std::string ascii_json(const json& document, int indent = -1);

}  // namespace ironbus::cli
