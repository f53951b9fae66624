#pragma once

#include <string_view>

namespace ironbus::simulation {

/// Whether a topic exchange routes `key` by `pattern`: words between dots, `*` is exactly one word,
/// `#` any number of them. An empty text has no words.
bool topic_matches(std::string_view pattern, std::string_view key);

}  // namespace ironbus::simulation
