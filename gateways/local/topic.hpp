#pragma once

#include <string_view>

namespace ironbus::local {

/// Whether a topic exchange routes `key` by `pattern`: words between dots, `*` is exactly one word,
/// `#` any number of them, none included.
bool topic_matches(std::string_view pattern, std::string_view key);

}  // namespace ironbus::local
