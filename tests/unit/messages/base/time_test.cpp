#include "messages/base/time.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(times)

BOOST_AUTO_TEST_CASE(written_times_are_read_back) {
  using namespace std::chrono;
  for (const auto moment :
       {timestamp{}, timestamp{sys_days{2026y / 11 / 21} + 10h + 12min + 10s + 123456us},
        timestamp{sys_days{2024y / 2 / 29} + 23h + 59min + 59s + 999999us}})
    BOOST_TEST((parse_timestamp(to_string(moment)).value() == moment), to_string(moment));
  BOOST_TEST(to_string(timestamp{}) == "1970-01-01T00:00:00.000000+00:00");
}

BOOST_AUTO_TEST_CASE(other_forms_of_utc_are_read) {
  const timestamp whole{std::chrono::sys_days{2026y / 11 / 21} + 10h + 12min + 10s};
  for (std::string_view text :
       {"2026-11-21T10:12:10Z", "2026-11-21T10:12:10", "2026-11-21T10:12:10+00:00",
        "2026-11-21t10:12:10.0Z", "2026-11-21 10:12:10", "2026-11-21T10:12:10.0000009Z"})
    BOOST_TEST((parse_timestamp(text).value() == whole), text);
  BOOST_TEST((parse_timestamp("2026-11-21T10:12:10.5").value() == whole + 500ms));
  BOOST_TEST((parse_timestamp("2026-11-21T10:11:60Z").value() == whole - 10s));
}

BOOST_AUTO_TEST_CASE(other_texts_are_rejected) {
  for (std::string_view text : {"",
                                "2026-11-21",
                                "2026-11-21T10:12",
                                "2026-11-21T10:12:1",
                                "2026-13-21T10:12:10Z",
                                "2026-02-29T10:12:10Z",
                                "2026-00-10T10:12:10Z",
                                "2026-11-21T24:00:00Z",
                                "2026-11-21T99:12:10Z",
                                "2026-11-21T10:60:10Z",
                                "2026-11-21T10:12:61Z",
                                "2026-11-21T-1:12:10Z",
                                "2026-11-21T+1:12:10Z",
                                "2026/11/21T10:12:10Z",
                                "2026-11-21T10.12.10Z",
                                "2026-11-21T10:12:10+01:00",
                                "2026-11-21T10:12:10z0",
                                "2026-11-21T10:12:10Z ",
                                " 2026-11-21T10:12:10Z",
                                "2026-11-2xT10:12:10Z"}) {
    const auto read = parse_timestamp(text);
    BOOST_TEST(!read.has_value(), text);
    if (!read) BOOST_TEST(read.error().message.find("RFC 3339") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(times_out_of_the_clock_s_range_are_clamped) {
  using moment = std::chrono::system_clock::time_point;
  const auto far = parse_timestamp("9999-12-31T23:59:59Z").value();
  BOOST_CHECK(to_system_time(far) > moment::max() - std::chrono::microseconds{1});
  const auto before = parse_timestamp("0001-01-01T00:00:00Z");
  if (before) BOOST_CHECK(to_system_time(*before) < moment::min() + std::chrono::microseconds{1});
  const auto near = parse_timestamp("2026-11-21T10:12:10.123456Z").value();
  BOOST_CHECK(to_system_time(near) == near);
}

BOOST_AUTO_TEST_SUITE_END()
