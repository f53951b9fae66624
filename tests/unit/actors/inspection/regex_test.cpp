#include "actors/inspection/values/pattern.hpp"
#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace ironbus::test;

namespace {

std::string refused_pattern(const std::string& text) {
  const auto compiled = pattern::compile(text);
  return compiled ? "" : compiled.error().message;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(unsupported_constructs_are_rejected_with_advice) {
  BOOST_TEST(says(refused_pattern("a(?=b)"), "lookahead is not supported"));
  BOOST_TEST(says(refused_pattern("a(?!b)"), "lookahead is not supported"));
  BOOST_TEST(says(refused_pattern("(?<=a)b"), "lookbehind is not supported"));
  BOOST_TEST(says(refused_pattern("(?<!a)b"), "lookbehind is not supported"));
  BOOST_TEST(says(refused_pattern("(a)\\1"), "backreferences are not supported"));
  BOOST_TEST(says(refused_pattern("(?P<n>a)(?P=n)"), "backreferences are not supported"));
  BOOST_TEST(says(refused_pattern("(?<n>a)"), "(?P<name>...)"));
  BOOST_TEST(says(refused_pattern("(?>a)"), "atomic groups"));
  BOOST_TEST(says(refused_pattern("a\\Z"), "\\z"));
  BOOST_TEST(says(refused_pattern("\\u00e9"), "\\x{...}"));
  BOOST_TEST(says(refused_pattern("a{,3}"), "{0,n}"));
  BOOST_TEST(refused_pattern("a{1001}") != "");
  BOOST_TEST(refused_pattern("a++") != "");
  BOOST_TEST(refused_pattern("[a") != "");
  BOOST_TEST(refused_pattern(std::string(5000, 'a')) != "");
  BOOST_TEST(refused_pattern("((a{100}){100}){100}") != "");
}

BOOST_AUTO_TEST_CASE(braces_that_are_not_a_repetition_are_allowed) {
  for (const auto* text : {"[{,]", "\\{,3}", "a{0,3}", "{", "x{y}"})
    BOOST_TEST(refused_pattern(text) == "");
}

BOOST_AUTO_TEST_CASE(a_rule_with_a_bad_pattern_is_not_stored) {
  const auto why = refusal_of_condition(R"j({"op": "matches", "args": ["x", "(?=a)"]})j");
  BOOST_TEST(says(why, "conditions/0: argument 'regex' does not compile"));
  BOOST_TEST(says(why, "lookahead"));
  BOOST_TEST(refusal_of_condition(R"({"op": "contains", "args": ["x", "("], "loop": [1]})") != "");
  BOOST_TEST(refusal_of_condition(R"({"op": "contains", "args": ["x", "({item}"], "loop": [1]})") ==
             "");
}

BOOST_AUTO_TEST_CASE(a_pattern_of_a_loop_is_compiled_when_it_is_known) {
  BOOST_TEST(holds_for_sample(
      R"({"op": "matches", "args": ["node-7", "{item}-[0-9]"], "loop": ["x", "node"]})"));
  const auto done =
      apply({numbered_rule(1, R"([{"op": "matches", "args": ["x", "{item}"], "loop": ["("]}])",
                           R"([{"op": "log", "args": ["x"]}])")});
  BOOST_TEST(says(done.failed->message, "argument 'regex' does not compile"));
}

BOOST_AUTO_TEST_CASE(a_malicious_pattern_takes_linear_time) {
  const auto bomb = pattern::compile("(x+x+)+y");
  const auto start = std::chrono::steady_clock::now();
  BOOST_TEST(!bomb->found_in(std::string(100'000, 'x')));
  BOOST_TEST((std::chrono::steady_clock::now() - start < std::chrono::seconds{5}));
}
