#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// The JSON patch (RFC 6902) from one text of ours to the other: `add`, `remove` and `replace`
/// only. Both must be compact with sorted names; nothing is parsed. For a list with new items at
/// its end and lost ones at its beginning, only these are described.
std::string changes_between(std::string_view before, std::string_view after);

/// Applies such a patch from an untrusted source: `add`, `remove` and `replace` only, so that a
/// small patch cannot create a large document. `invalid` if it is malformed or does not apply.
result<json> apply_changes(json document, const json& changes);

/// The text with its longest strings replaced by a note of their length: config drives and agent
/// logs are too large for the decision log.
std::string without_long_strings(std::string_view text);

}  // namespace ironbus
