#include "gateways/local/topic.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using ironbus::local::topic_matches;

namespace {

using words = std::vector<std::string>;

words split(const std::string& text) {
  words out;
  if (text.empty()) return out;
  for (size_t begin = 0;;) {
    auto dot = text.find('.', begin);
    out.push_back(text.substr(begin, dot - begin));
    if (dot == text.npos) return out;
    begin = dot + 1;
  }
}

/// The definition as slow and obvious code.
bool matches(const words& pattern, size_t position, const words& key, size_t given) {
  if (position == pattern.size()) return given == key.size();
  if (pattern[position] == "#")
    return matches(pattern, position + 1, key, given) ||
           (given < key.size() && matches(pattern, position, key, given + 1));
  return given < key.size() && (pattern[position] == "*" || pattern[position] == key[given]) &&
         matches(pattern, position + 1, key, given + 1);
}

/// All texts of up to `count` words.
std::vector<std::string> texts(const words& alphabet, int count) {
  std::vector<std::string> out{""};
  std::vector<std::string> longest;
  for (const auto& x : alphabet) longest.push_back(x);
  for (int i = 0; i < count; ++i) {
    out.insert(out.end(), longest.begin(), longest.end());
    std::vector<std::string> longer;
    for (const auto& x : longest)
      for (const auto& y : alphabet) longer.push_back(x + "." + y);
    longest = std::move(longer);
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(topic)

BOOST_AUTO_TEST_CASE(examples) {
  BOOST_TEST(topic_matches("node.*.state_changed", "node.1234.state_changed"));
  BOOST_TEST(!topic_matches("node.*.state_changed", "node.1234.5.state_changed"));
  BOOST_TEST(!topic_matches("node.*.state_changed", "node.1234.state_changed.x"));
  BOOST_TEST(topic_matches("node.#", "node"));
  BOOST_TEST(topic_matches("node.#", "node.a.b"));
  BOOST_TEST(!topic_matches("node.#", "nodes.a"));
  BOOST_TEST(topic_matches("#", ""));
  BOOST_TEST(!topic_matches("*", ""));
  BOOST_TEST(topic_matches("", ""));
  BOOST_TEST(topic_matches("#.a.#.b.#", "x.a.a.y.b"));
  BOOST_TEST(!topic_matches("a*", "ab"));
  BOOST_TEST(topic_matches("*.*", "a."));
}

BOOST_AUTO_TEST_CASE(all_small_patterns_match_like_the_definition) {
  auto keys = texts({"a", "b"}, 4);
  for (const auto& pattern : texts({"a", "b", "*", "#"}, 4))
    for (const auto& key : keys)
      if (topic_matches(pattern, key) != matches(split(pattern), 0, split(key), 0))
        BOOST_ERROR("'" << pattern << "' and '" << key << "'");
}

BOOST_AUTO_TEST_CASE(many_hashes_do_not_take_exponential_time) {
  std::string pattern = "#", key = "a";
  for (int i = 0; i < 200; ++i) {
    pattern += ".a.#";
    key += ".a";
  }
  BOOST_TEST(!topic_matches(pattern + ".b", key));
}

BOOST_AUTO_TEST_SUITE_END()
