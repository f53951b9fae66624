#include "gateways/http/ramdisk/byte_range.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>

namespace {

using namespace ironbus::http;
using kind = byte_range::kind;

constexpr uint64_t size = 1000;

struct range_row {
  const char* header;
  byte_range expected;
};

constexpr byte_range whole{};
constexpr byte_range none{kind::none};
constexpr byte_range part(uint64_t first, uint64_t bytes) { return {kind::part, first, bytes}; }

constexpr std::array rows{
    // The range is in the file.
    range_row{"bytes=0-0", part(0, 1)},
    range_row{"bytes=0-499", part(0, 500)},
    range_row{"bytes=500-999", part(500, 500)},
    range_row{"bytes=999-999", part(999, 1)},
    range_row{"bytes=0-", part(0, 1000)},
    range_row{"bytes=999-", part(999, 1)},
    range_row{"bytes=-1", part(999, 1)},
    range_row{"bytes=-1000", part(0, 1000)},
    range_row{"bytes=0000-0009", part(0, 10)},
    range_row{"BYTES=0-9", part(0, 10)},
    range_row{"bytes= 0-9 ", part(0, 10)},
    // The range exceeds the file and is shortened.
    range_row{"bytes=0-1000", part(0, 1000)},
    range_row{"bytes=990-99999999999999999999999999", part(990, 10)},
    range_row{"bytes=-1001", part(0, 1000)},
    range_row{"bytes=-99999999999999999999999999", part(0, 1000)},
    // The range is beyond the file.
    range_row{"bytes=1000-", none},
    range_row{"bytes=1000-1000", none},
    range_row{"bytes=18446744073709551615-", none},
    range_row{"bytes=99999999999999999999999999-", none},
    range_row{"bytes=-0", none},
    // The header is ignored.
    range_row{"", whole},
    range_row{"bytes", whole},
    range_row{"bytes=", whole},
    range_row{"bytes=-", whole},
    range_row{"bytes=0", whole},
    range_row{"bytes=9-0", whole},
    range_row{"bytes=0-0,2-2", whole},
    range_row{"bytes=0-0,", whole},
    range_row{"bytes=0-0, -1", whole},
    range_row{"bytes=--1", whole},
    range_row{"bytes=0--1", whole},
    range_row{"bytes=+1-2", whole},
    range_row{"bytes=0 - 1", whole},
    range_row{"bytes=0x0-0x9", whole},
    range_row{"bytes=1.0-2", whole},
    range_row{"bytes=a-b", whole},
    range_row{"bytes=1-b", whole},
    range_row{"bytes:0-1", whole},
    range_row{"bytes 0-1", whole},
    range_row{"bytes =0-1", whole},
    range_row{"lines=0-1", whole},
    range_row{"byte=0-1", whole},
    range_row{"0-1", whole},
    range_row{"bytes=0-1;q=1", whole},
};

BOOST_AUTO_TEST_SUITE(byte_ranges)

BOOST_AUTO_TEST_CASE(a_header_requests_a_part_the_whole_or_a_missing_range) {
  for (const auto& row : rows) {
    const auto got = parse_range(row.header, size);
    BOOST_TEST((got == row.expected), row.header << ": " << static_cast<int>(got.what) << " "
                                                 << got.first << " " << got.bytes);
  }
}

BOOST_AUTO_TEST_CASE(a_range_never_exceeds_the_file) {
  for (const uint64_t bytes : {uint64_t{1}, uint64_t{2}, size, UINT64_MAX})
    for (const auto& row : rows) {
      const auto got = parse_range(row.header, bytes);
      if (got.what != kind::part) continue;
      BOOST_TEST((got.bytes > 0 && got.first < bytes && got.bytes <= bytes - got.first),
                 row.header << " of " << bytes);
    }
}

BOOST_AUTO_TEST_CASE(an_empty_file_has_no_ranges) {
  BOOST_CHECK(parse_range("bytes=0-", 0) == none);
  BOOST_CHECK(parse_range("bytes=0-0", 0) == none);
  BOOST_CHECK(parse_range("bytes=-0", 0) == none);
  BOOST_CHECK(parse_range("bytes=-5", 0) == whole);
}

BOOST_AUTO_TEST_CASE(a_long_header_is_ignored) {
  BOOST_CHECK(parse_range("bytes=" + std::string(100, '0') + "-9", size) == part(0, 10));
  BOOST_CHECK(parse_range("bytes=" + std::string(200, '0') + "-9", size) == whole);
  BOOST_CHECK(parse_range(std::string(16'000, '9'), size) == whole);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
