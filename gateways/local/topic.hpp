#pragma once

#include <string_view>

namespace ironbus::local {

/// Whether a topic exchange routes `key` by `pattern`. Words are separated by dots; `*` is exactly
/// one word, `#` any number of words, including none.
bool topic_matches(std::string_view pattern, std::string_view key);

}  // namespace ironbus::local
