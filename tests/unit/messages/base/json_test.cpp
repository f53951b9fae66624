#include "messages/base/json.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

std::string why_not(std::string_view text) {
  const auto read = parse_json(text);
  return read ? std::string{} : read.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_from_outside)

BOOST_AUTO_TEST_CASE(every_kind_of_value_is_read) {
  const std::string text =
      R"({"a":[1,-2,0.5,true,false,null,"x\"\u00e9",[],{},[{"b":{"c":[[]]}}]],"d":{}})";
  const auto read = parse_json(text);
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST((*read == json::parse(text)));
  for (const char* whole : {"7", "\"x\"", "null", "[]", "{}", " [ 1 ] "})
    BOOST_TEST((parse_json(whole).value() == json::parse(whole)), whole);
}

BOOST_AUTO_TEST_CASE(invalid_documents_are_rejected_with_the_position) {
  BOOST_TEST(why_not("{\"a\": nonsense}") == "The document is not valid JSON (error at byte 8).");
  for (const char* text : {"", "{", "[1,", "[1 2]", "{\"a\"}", "1 2", "\"\xff\"", "[01]"})
    BOOST_TEST(why_not(text).find("not valid JSON") != std::string::npos, text);
  BOOST_TEST(why_not("[1e999]") == "The JSON document holds a number out of range.");
}

// As a float it would change its value.
BOOST_AUTO_TEST_CASE(an_integer_out_of_range_is_rejected) {
  BOOST_TEST(parse_json("18446744073709551615").value() == UINT64_MAX);
  BOOST_TEST(parse_json("-9223372036854775808").value() == INT64_MIN);
  for (const char* text : {"18446744073709551616", "-9223372036854775809",
                           "100000000000000000000000000000000000000"}) {
    BOOST_TEST(why_not("{\"a\":[" + std::string{text} + "]}") ==
               "The JSON document holds an integer out of range: " + std::string{text} +
                   "; allowed: -2^63 to 2^64 - 1.");
    BOOST_TEST(parse_json(std::string{text} + ".0").has_value());
    BOOST_TEST(parse_json(std::string{text} + "e0").has_value());
  }
}

BOOST_AUTO_TEST_CASE(a_duplicate_key_is_rejected) {
  const std::string twice = "The JSON document has the key \"a\" twice in one object.";
  BOOST_TEST(why_not(R"({"a":1,"a":2})") == twice);
  BOOST_TEST(why_not(R"([{"b":{"a":{},"c":1,"a":[]}}])") == twice);
  BOOST_TEST(why_not(R"({"a":{"a":[{"a":1},{"a":1}]}})") == "");
}

// Reading was quadratic before: minutes for this document, which is within the limits of a request.
BOOST_AUTO_TEST_CASE(a_list_of_very_many_objects_is_read_in_one_go) {
  std::string text = "[{}";
  constexpr size_t count = 340'000;
  for (size_t i = 1; i < count; ++i) text += ",{}";
  BOOST_TEST(parse_json(text + "]").value().size() == count);
}

BOOST_AUTO_TEST_SUITE_END()
