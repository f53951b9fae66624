#include "gateways/http/ramdisk/preconditions.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using std::chrono::sys_seconds;

constexpr int64_t second_of_change = 784'111'777;
constexpr auto this_date = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr auto day_before = "Sat, 05 Nov 1994 08:49:37 GMT";
constexpr auto day_after = "Mon, 07 Nov 1994 08:49:37 GMT";

constexpr sys_seconds at(int64_t seconds) { return sys_seconds{std::chrono::seconds{seconds}}; }

const auto today = at(1'800'000'000);
const file_stamp stamp{0xfe01, 0x2a, 1000, second_of_change * 1'000'000'000 + 500};
const auto current = validators_of(stamp, today);
const std::string tag = current.etag;

request with(header_list headers) { return {"GET", "/", std::move(headers), {}}; }

verdict judged(header_list headers) { return judge(with(std::move(headers)), current, today); }

BOOST_AUTO_TEST_SUITE(preconditions_of_files)

BOOST_AUTO_TEST_CASE(a_tag_is_quoted_strong_and_unique_per_version) {
  BOOST_TEST(tag == "\"fe01-2a-3e8-ae1b981bc490bf4\"");
  for (auto change : {+[](file_stamp& x) { ++x.device; }, +[](file_stamp& x) { ++x.inode; },
                      +[](file_stamp& x) { ++x.bytes; }, +[](file_stamp& x) { ++x.changed_ns; }}) {
    auto other = stamp;
    change(other);
    BOOST_TEST(validators_of(other, today).etag != tag);
  }
}

BOOST_AUTO_TEST_CASE(the_date_is_sent_after_its_second_is_over) {
  BOOST_CHECK(current.modified() == at(second_of_change));
  BOOST_CHECK(!validators_of(stamp, at(second_of_change)).modified());
  BOOST_CHECK(!validators_of(stamp, at(second_of_change - 100)).modified());
  BOOST_CHECK(validators_of(stamp, at(second_of_change + 1)).modified());
}

BOOST_AUTO_TEST_CASE(without_conditions_the_request_proceeds) {
  BOOST_CHECK(judged({}) == verdict::proceed);
  BOOST_CHECK(range_counts(with({}), current, today));
}

struct tag_row {
  std::string value;
  bool strong;  ///< It matches the current version.
  bool weak;    ///< It matches by the weak comparison.
};

BOOST_AUTO_TEST_CASE(lists_of_tags) {
  for (const auto& row : std::vector<tag_row>{
           {tag, true, true},
           {"*", true, true},
           {"W/" + tag, false, true},
           {"\"a\", " + tag, true, true},
           {"\"a\"," + tag + ",\"b\"", true, true},
           {",, \t" + tag, true, true},
           {"\"with, comma\", W/\"b\", " + tag, true, true},
           {"\"\"", false, false},
           {"\"a\"", false, false},
           {"", false, false},
           {tag.substr(1, tag.size() - 2), false, false},
           {tag.substr(0, tag.size() - 1), false, false},
           {"w/" + tag, false, false},
           {"x " + tag, false, false},
           {"\"a" + tag, false, false},
           {"**", false, false},
           {std::string(16'000, '"'), false, false},
           {std::string(16'000, ','), false, false},
       }) {
    BOOST_TEST((judged({{"If-Match", row.value}}) == verdict::proceed) == row.strong, row.value);
    BOOST_TEST((judged({{"If-Match", row.value}}) == verdict::failed) == !row.strong, row.value);
    BOOST_TEST((judged({{"If-None-Match", row.value}}) == verdict::not_modified) == row.weak,
               row.value);
    BOOST_TEST((judged({{"If-None-Match", row.value}}) == verdict::proceed) == !row.weak,
               row.value);
  }
}

BOOST_AUTO_TEST_CASE(a_tag_list_may_span_several_header_lines) {
  BOOST_CHECK(judged({{"If-None-Match", "\"a\""}, {"if-none-match", tag}}) ==
              verdict::not_modified);
  BOOST_CHECK(judged({{"If-Match", "\"a\""}, {"If-Match", tag}}) == verdict::proceed);
}

struct date_row {
  const char* date;
  verdict unmodified_since;
  verdict modified_since;
};

BOOST_AUTO_TEST_CASE(dates) {
  for (const auto& row : {
           date_row{day_before, verdict::failed, verdict::proceed},
           date_row{this_date, verdict::proceed, verdict::not_modified},
           date_row{day_after, verdict::proceed, verdict::not_modified},
           date_row{"Sunday, 06-Nov-94 08:49:37 GMT", verdict::proceed, verdict::not_modified},
           date_row{"yesterday", verdict::proceed, verdict::proceed},
           date_row{"", verdict::proceed, verdict::proceed},
       }) {
    BOOST_TEST((judged({{"If-Unmodified-Since", row.date}}) == row.unmodified_since), row.date);
    BOOST_TEST((judged({{"If-Modified-Since", row.date}}) == row.modified_since), row.date);
  }
  BOOST_CHECK(judged({{"If-Modified-Since", this_date}, {"If-Modified-Since", this_date}}) ==
              verdict::proceed);
}

// A date does not show which of the changes of its second a client has.
BOOST_AUTO_TEST_CASE(within_the_second_of_a_change_the_date_is_not_used) {
  const auto now = at(second_of_change);
  const auto young = validators_of(stamp, now);
  BOOST_CHECK(judge(with({{"If-Modified-Since", this_date}}), young, now) == verdict::proceed);
  BOOST_CHECK(judge(with({{"If-Unmodified-Since", day_before}}), young, now) == verdict::failed);
  BOOST_CHECK(!range_counts(with({{"If-Range", this_date}}), young, now));
  BOOST_CHECK(range_counts(with({{"If-Range", tag}}), young, now));
}

// RFC 9110, section 13.2.2: If-Match overrides If-Unmodified-Since, and If-None-Match overrides
// If-Modified-Since. The first two come before the others.
BOOST_AUTO_TEST_CASE(preconditions_are_evaluated_in_order) {
  BOOST_CHECK(judged({{"If-Unmodified-Since", day_before}, {"If-Match", tag}}) == verdict::proceed);
  BOOST_CHECK(judged({{"If-Unmodified-Since", day_after}, {"If-Match", "\"a\""}}) ==
              verdict::failed);
  BOOST_CHECK(judged({{"If-Modified-Since", day_after}, {"If-None-Match", "\"a\""}}) ==
              verdict::proceed);
  BOOST_CHECK(judged({{"If-Modified-Since", day_before}, {"If-None-Match", tag}}) ==
              verdict::not_modified);
  BOOST_CHECK(judged({{"If-None-Match", tag}, {"If-Match", "\"a\""}}) == verdict::failed);
  BOOST_CHECK(judged({{"If-None-Match", tag}, {"If-Match", tag}}) == verdict::not_modified);
  BOOST_CHECK(judged({{"If-Modified-Since", day_after}, {"If-Unmodified-Since", day_before}}) ==
              verdict::failed);
  BOOST_CHECK(judged({{"If-Modified-Since", day_after}, {"If-Match", tag}}) ==
              verdict::not_modified);
}

BOOST_AUTO_TEST_CASE(a_range_applies_only_to_the_version_in_if_range) {
  for (const auto& [value, counts] : std::vector<std::pair<std::string, bool>>{
           {tag, true},
           {this_date, true},
           {"W/" + tag, false},
           {"\"a\"", false},
           {"*", false},
           {tag + ", " + tag, false},
           {day_before, false},
           {day_after, false},
           {"", false},
           {std::string(16'000, 'x'), false},
       })
    BOOST_TEST(range_counts(with({{"If-Range", value}}), current, today) == counts, value);
  BOOST_TEST(!range_counts(with({{"If-Range", tag}, {"If-Range", tag}}), current, today));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
