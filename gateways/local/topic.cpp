#include "gateways/local/topic.hpp"

#include <optional>

namespace ironbus::local {

namespace {

/// The unread rest; unset if all words were read.
using words = std::optional<std::string_view>;

/// An empty text has no words, as in RabbitMQ. "a." has two words, the second one empty.
words words_of(std::string_view text) { return text.empty() ? words{} : words{text}; }

std::string_view take_word(words& rest) {
  auto dot = rest->find('.');
  auto word = rest->substr(0, dot);
  rest = dot == std::string_view::npos ? words{} : words{rest->substr(dot + 1)};
  return word;
}

}  // namespace

bool topic_matches(std::string_view pattern_text, std::string_view key_text) {
  auto pattern = words_of(pattern_text);
  auto key = words_of(key_text);
  // Where to resume if the text after the last `#` does not match: `#` then takes one more word.
  // Only the last `#` matters, because an earlier one could not match more by taking words from it.
  // So this is quadratic at worst and needs no recursion.
  words after_hash;
  words key_at_hash;
  bool hash_seen = false;
  while (pattern || key) {
    if (pattern) {
      auto rest = pattern;
      auto word = take_word(rest);
      if (word == "#") {
        pattern = after_hash = rest;
        key_at_hash = key;
        hash_seen = true;
        continue;
      }
      auto key_rest = key;
      if (key && (take_word(key_rest) == word || word == "*")) {
        pattern = rest;
        key = key_rest;
        continue;
      }
    }
    if (!hash_seen || !key_at_hash) return false;
    take_word(key_at_hash);
    pattern = after_hash;
    key = key_at_hash;
  }
  return true;
}

}  // namespace ironbus::local
