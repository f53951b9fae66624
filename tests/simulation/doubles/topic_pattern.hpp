#pragma once

#include <string_view>

namespace ironbus::simulation {

/// Whether a topic exchange routes `key` by `pattern`: words between dots, `*` matches exactly one
/// word,
/// `#` any number of words. An empty text has no words.
bool topic_matches(std::string_view pattern, std::string_view key);

}  // namespace ironbus::simulation
