#include "gateways/http/api/target.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::http {

namespace {

std::string why_no_target(std::string_view text) {
  const auto read = parse_target(text);
  return read ? "" : read.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(targets)

BOOST_AUTO_TEST_CASE(only_utf8_is_accepted) {
  for (const std::string good : {"abc", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                                 "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"})
    BOOST_TEST(parse_target("/" + good).value().path.at(0) == good);
  for (const std::string bad :
       {"\x80", "\xC3", "\xC3\x28", "\xC0\xAF", "\xE0\x80\x80", "\xE2\x82", "\xED\xA0\x80",
        "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF", "a\xFE"}) {
    BOOST_TEST(why_no_target("/" + bad) == "The URL has bytes that are not UTF-8.");
    BOOST_TEST(why_no_target("/?a=" + bad) == "The URL has bytes that are not UTF-8.");
  }
}

BOOST_AUTO_TEST_CASE(a_plus_sign_is_a_space_in_queries_only) {
  const auto read = parse_target("/a+b?c+d=e+f%2Bg").value();
  BOOST_TEST(read.path.at(0) == "a+b");
  BOOST_TEST(*read.parameter("c d") == "e f+g");
}

BOOST_AUTO_TEST_CASE(broken_escapes_and_control_characters_are_rejected) {
  for (const char* text : {"/%", "/%2", "/%zz", "/a?b=%g0", "/?%"})
    BOOST_TEST(why_no_target(text) == "The URL has an invalid percent escape.");
  for (const char* text : {"/%00", "/a%1f", "/?a=%7F", "/?%0a=1"})
    BOOST_TEST(why_no_target(text) == "The URL has a control character.");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::http
