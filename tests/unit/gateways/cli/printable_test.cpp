#include "gateways/cli/printable.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

using namespace ironbus;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(printable_texts)

BOOST_AUTO_TEST_CASE(control_characters_become_blanks) {
  for (const auto& [text, shown] :
       {std::pair{"a\x1b[2Jb"s, "a [2Jb"s}, std::pair{"a\nb\tc\rd"s, "a b c d"s},
        std::pair{"a\0b"s, "a b"s}, std::pair{"a\x7f"s, "a "s},
        std::pair{"a\xC2\x9B"
                  "2Jb"s,
                  "a 2Jb"s},  // CSI of the C1 set
        std::pair{"a\xE2\x80\xAE"
                  "b"s,
                  "ab"s},  // turns the direction
        std::pair{"a\xEF\xBB\xBF\xE2\x80\x8B"
                  "b"s,
                  "ab"s}})  // not seen
    BOOST_TEST(cli::printable(text) == shown);
}

BOOST_AUTO_TEST_CASE(letters_of_all_scripts_stay) {
  for (const auto& text : {"Zürich"s, "機械"s, "\xF0\x9F\x9A\x82"s, "naïve – “so”"s})
    BOOST_TEST(cli::printable(text) == text);
}

BOOST_AUTO_TEST_CASE(invalid_utf8_becomes_question_marks) {
  for (const auto& [text, shown] :
       {std::pair{"a\xFF"
                  "b"s,
                  "a?b"s},
        std::pair{"a\xC3"s, "a?"s}, std::pair{"\xC0\x80"s, "??"s},  // an overlong form
        std::pair{"\xED\xA0\x80"s, "???"s},                         // half of a pair
        std::pair{"\xF4\x90\x80\x80"s, "????"s}})                   // above the largest code point
    BOOST_TEST(cli::printable(text) == shown);
}

BOOST_AUTO_TEST_CASE(texts_and_keys_of_a_document_are_made_printable) {
  const json given = {{"a\x1b", json::array({"b\x07", 1, {{"c", "d\nf"}}})}};
  const json shown = {{"a ", json::array({"b ", 1, {{"c", "d f"}}})}};
  BOOST_TEST(cli::printable_json(given) == shown);
}

BOOST_AUTO_TEST_CASE(a_line_of_json_keeps_its_meaning) {
  const auto line = cli::printable_json_line("{\"a\":\"b\xC2\x9B\x7f\xE2\x80\xAEü\"}");
  BOOST_TEST(line == "{\"a\":\"b\\u009b\\u007f\\u202eü\"}");
  BOOST_TEST(json::parse(line)["a"] == "b\xC2\x9B\x7f\xE2\x80\xAEü");
}

BOOST_AUTO_TEST_CASE(json_output_is_ascii) {
  BOOST_TEST(cli::ascii_json({{"a", "ü\x1b\xFF"}}) == R"({"a":"\u00fc\u001b\ufffd"})");
}

BOOST_AUTO_TEST_SUITE_END()
