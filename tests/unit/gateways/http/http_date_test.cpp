#include "gateways/http/ramdisk/http_date.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus::http;
using std::chrono::sys_seconds;

constexpr sys_seconds date_at(int64_t seconds) {
  return sys_seconds{std::chrono::seconds{seconds}};
}

const auto date_today = date_at(1'800'000'000);  // in January 2027
const auto example = date_at(784'111'777);       // The example of RFC 9110, section 5.6.7.

BOOST_AUTO_TEST_SUITE(http_dates)

BOOST_AUTO_TEST_CASE(dates_are_written_in_the_preferred_form) {
  BOOST_TEST(http_date(example) == "Sun, 06 Nov 1994 08:49:37 GMT");
  BOOST_TEST(http_date(date_at(0)) == "Thu, 01 Jan 1970 00:00:00 GMT");
  BOOST_TEST(http_date(date_at(-1)) == "Wed, 31 Dec 1969 23:59:59 GMT");
  BOOST_TEST(http_date(date_at(1'709'209'800)) == "Thu, 29 Feb 2024 12:30:00 GMT");
}

BOOST_AUTO_TEST_CASE(all_three_forms_are_read) {
  for (const auto* text : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994"})
    BOOST_CHECK(parse_http_date(text, date_today) == example);
  BOOST_CHECK(parse_http_date("Wed Nov 16 08:49:37 1994", date_today) == date_at(784'975'777));
  BOOST_CHECK(parse_http_date("Fri, 31 Dec 9999 23:59:59 GMT", date_today) ==
              date_at(253'402'300'799));
}

BOOST_AUTO_TEST_CASE(dates_round_trip) {
  for (int64_t seconds = -100'000'000; seconds < 4'000'000'000; seconds += 12'345'678)
    BOOST_CHECK(parse_http_date(http_date(date_at(seconds)), date_today) == date_at(seconds));
}

BOOST_AUTO_TEST_CASE(a_short_year_is_at_most_fifty_years_ahead) {
  const auto year = [](const char* text) {
    const auto found = parse_http_date(text, date_today);
    return found ? static_cast<int>(
                       std::chrono::year_month_day{std::chrono::floor<std::chrono::days>(*found)}
                           .year())
                 : 0;
  };
  BOOST_TEST(year("Sunday, 06-Nov-27 08:49:37 GMT") == 2027);
  BOOST_TEST(year("Sunday, 06-Nov-77 08:49:37 GMT") == 2077);
  BOOST_TEST(year("Sunday, 06-Nov-78 08:49:37 GMT") == 1978);
}

BOOST_AUTO_TEST_CASE(a_leap_second_reads_as_the_second_before) {
  BOOST_CHECK(parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT", date_today) ==
              date_at(1'483'228'799));
}

BOOST_AUTO_TEST_CASE(anything_else_is_no_date) {
  for (const auto* text : {"",
                           "x",
                           "*",
                           "\"etag\"",
                           "1994-11-06T08:49:37Z",
                           "784111777",
                           "Sun, 06 Nov 1994",
                           "Sun, 06 Nov 1994 08:49:37",
                           "Sun, 06 Nov 1994 08:49:37 UTC",
                           "Sun, 06 Nov 1994 08:49:37 GMT ",
                           " Sun, 06 Nov 1994 08:49:37 GMT",
                           "Sun, 6 Nov 1994 08:49:37 GMT",
                           "sun, 06 nov 1994 08:49:37 gmt",
                           "Son, 06 Nov 1994 08:49:37 GMT",
                           "Sun, 06 Okt 1994 08:49:37 GMT",
                           "Sun, 31 Feb 1994 08:49:37 GMT",
                           "Sun, 00 Nov 1994 08:49:37 GMT",
                           "Sun, 06 Nov 1994 24:49:37 GMT",
                           "Sun, 06 Nov 1994 08:60:37 GMT",
                           "Sun, 06 Nov 1994 08:49:61 GMT",
                           "Sun, 06 Nov -994 08:49:37 GMT",
                           "Sun, 06 Nov 19994 08:49:37 GMT",
                           "Sun, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov 6 08:49:37 1994",
                           "Sun Nov  6 08:49:37 1994 GMT"})
    BOOST_CHECK_MESSAGE(!parse_http_date(text, date_today), text);
  BOOST_CHECK(!parse_http_date(std::string(16'000, '9'), date_today));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
