#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// The JSON patch (RFC 6902) that makes of one text of ours the other: `add`, `remove` and
/// `replace` only. Both are compact, and their objects are sorted by name; nothing is parsed. Of a
/// list that has grown at its end and lost at its beginning, no more is told.
std::string changes_between(std::string_view before, std::string_view after);

/// Applies such a patch, wherever it comes from: `add`, `remove` and `replace` only, so that a
/// small one cannot make something large. `invalid` if it is none, or does not fit.
result<json> apply_changes(json document, const json& changes);

/// The text less its longest strings, in whose place it says how long they were: a config drive or
/// the logs of an agent, which the log of decisions has no room for.
std::string without_long_strings(std::string_view text);

}  // namespace ironbus
