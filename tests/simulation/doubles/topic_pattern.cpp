#include "tests/simulation/doubles/topic_pattern.hpp"

#include <span>
#include <vector>

namespace ironbus::simulation {

namespace {

using words = std::vector<std::string_view>;

words split(std::string_view text) {
  words found;
  if (text.empty()) return found;
  for (;;) {
    const auto dot = text.find('.');
    found.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) return found;
    text.remove_prefix(dot + 1);
  }
}

bool words_match(std::span<const std::string_view> pattern, std::span<const std::string_view> key) {
  if (pattern.empty()) return key.empty();
  const auto rest = pattern.subspan(1);
  if (pattern.front() != "#")
    return !key.empty() && (pattern.front() == "*" || pattern.front() == key.front()) &&
           words_match(rest, key.subspan(1));
  for (size_t taken = 0; taken <= key.size(); ++taken)
    if (words_match(rest, key.subspan(taken))) return true;
  return false;
}

}  // namespace

bool topic_matches(std::string_view pattern, std::string_view key) {
  return words_match(split(pattern), split(key));
}

}  // namespace ironbus::simulation
