#include "messages/base/time.hpp"

#include <charconv>
#include <cstdio>

namespace ironbus {

namespace {

using std::chrono::microseconds;

bool read_number(std::string_view text, size_t at, size_t length, int& out) {
  if (text.size() < at + length) return false;
  const auto* first = text.data() + at;
  auto [end, error] = std::from_chars(first, first + length, out);
  return error == std::errc{} && end == first + length;
}

/// Digits after the point at `at`, as microseconds; moves `at` behind them.
microseconds read_fraction(std::string_view text, size_t& at) {
  if (at >= text.size() || text[at] != '.') return microseconds{0};
  long value = 0;
  long unit = 100000;
  for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, unit /= 10)
    value += (text[at] - '0') * unit;
  return microseconds{value};
}

}  // namespace

std::string to_string(timestamp moment) {
  using namespace std::chrono;
  const auto day = floor<days>(moment);
  const year_month_day date{day};
  const hh_mm_ss<microseconds> time{moment - day};
  char text[48];
  const int size = std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%06d+00:00", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
      static_cast<int>(time.seconds().count()), static_cast<int>(time.subseconds().count()));
  return {text, static_cast<size_t>(size)};
}

result<timestamp> parse_timestamp(std::string_view text) {
  using namespace std::chrono;
  int part[6] = {};
  static constexpr size_t at[6] = {0, 5, 8, 11, 14, 17};
  for (size_t i = 0; i < 6; ++i)
    if (!read_number(text, at[i], i == 0 ? 4 : 2, part[i]))
      return fail(error_code::invalid, "'" + std::string{text} + "' is not an RFC 3339 time.");
  size_t rest = 19;
  const auto fraction = read_fraction(text, rest);
  const auto zone = text.substr(std::min(rest, text.size()));
  const year_month_day date{year{part[0]}, month{static_cast<unsigned>(part[1])},
                            day{static_cast<unsigned>(part[2])}};
  if (!date.ok() || (zone != "Z" && zone != "+00:00" && !zone.empty()))
    return fail(error_code::invalid, "'" + std::string{text} + "' is not an RFC 3339 time in UTC.");
  return timestamp{sys_days{date}} + hours{part[3]} + minutes{part[4]} + seconds{part[5]} +
         fraction;
}

timestamp system_clock::now() const {
  return std::chrono::floor<microseconds>(std::chrono::system_clock::now());
}

}  // namespace ironbus

namespace nlohmann {

void adl_serializer<ironbus::timestamp>::from_json(const json& in, ironbus::timestamp& x) {
  auto parsed = ironbus::parse_timestamp(in.get_ref<const std::string&>());
  if (!parsed) throw json::other_error::create(501, parsed.error().message, &in);
  x = *parsed;
}

}  // namespace nlohmann
