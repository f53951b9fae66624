#include "gateways/http/api/utf8.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_CASE(utf8_is_told_from_other_bytes) {
  using ironbus::http::is_utf8;
  for (const auto* good : {"", "abc", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                           "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"})
    BOOST_TEST(is_utf8(good), good);
  for (const auto* bad :
       {"\x80", "\xC3", "\xC3\x28", "\xC0\xAF", "\xE0\x80\x80", "\xE2\x82", "\xED\xA0\x80",
        "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF", "a\xFE"})
    BOOST_TEST(!is_utf8(bad), bad);
}
