#include "messages/base/text.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

namespace ironbus {

BOOST_AUTO_TEST_SUITE(texts)

BOOST_AUTO_TEST_CASE(only_ascii_letters_have_a_lower_case) {
  BOOST_TEST(lower("AZaz09_-@[`{") == "azaz09_-@[`{");
  BOOST_TEST(lower("\xC3\x84\xFF") == "\xC3\x84\xFF");
  BOOST_TEST(lower("").empty());
}

BOOST_AUTO_TEST_CASE(blanks_at_the_ends_are_trimmed) {
  BOOST_TEST(trim(" \t a b\t ") == "a b");
  BOOST_TEST(trim("\ta ", " ") == "\ta");
  BOOST_TEST(trim("a") == "a");
  BOOST_TEST(trim(" \t ").empty());
  BOOST_TEST(trim("").empty());
}

BOOST_AUTO_TEST_CASE(escapes_are_decoded_or_rejected) {
  BOOST_TEST(percent_decode("a%20b%2f%2F+%25").value() == "a b//+%");
  BOOST_TEST(percent_decode("").value().empty());
  BOOST_TEST((percent_decode("%00%fF").value() == std::string{"\0\xFF", 2}));
  for (const char* broken : {"%", "%2", "%%41", "%g0", "%0g", "a%", "%-1", "% 1", "%+1", "%0x"})
    BOOST_TEST(!percent_decode(broken).has_value(), broken);
}

BOOST_AUTO_TEST_CASE(words_for_true_and_false) {
  for (const char* word : {"true", "1", "YES", "on", "t", "Y"})
    BOOST_TEST(boolean_word(word).value(), word);
  for (const char* word : {"False", "0", "no", "OFF", "f", "n"})
    BOOST_TEST(!boolean_word(word).value(), word);
  for (const char* word : {"", "2", "tru", " true", "nope"})
    BOOST_TEST(!boolean_word(word).has_value(), word);
}

BOOST_AUTO_TEST_CASE(members_that_are_texts) {
  const json object{{"a", "x"}, {"b", 7}, {"c", nullptr}};
  BOOST_TEST(member_text(object, "a") == "x");
  for (const char* key : {"b", "c", "d"}) BOOST_TEST(member_text(object, key).empty(), key);
  for (const auto& other : {json(nullptr), json("a"), json::array({"a"}), json(7)})
    BOOST_TEST(member_text(other, "a").empty());
}

BOOST_AUTO_TEST_CASE(items_are_joined) {
  const std::vector<std::string> items{"a", "b", "c"};
  BOOST_TEST(join(items) == "a, b, c");
  BOOST_TEST(join(std::vector<std::string>{}).empty());
  BOOST_TEST(join(
                 items, [](const auto& x) { return x + x; }, "|") == "aa|bb|cc");
  std::string out;
  append_item(out, "a");
  append_item(out, "", ";");
  BOOST_TEST(out == "a;");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
