#include "messages/base/time.hpp"

#include <charconv>

namespace ironbus {

namespace {

using std::chrono::microseconds;

bool read_number(std::string_view text, size_t at, size_t length, int& out) {
  if (text.size() < at + length) return false;
  const auto* first = text.data() + at;
  auto [end, error] = std::from_chars(first, first + length, out);
  return error == std::errc{} && end == first + length;
}

/// With zeros in front.
void append_digits(std::string& out, int64_t number, size_t width) {
  char text[20];
  const auto* const end = std::to_chars(text, text + sizeof text, number).ptr;
  const auto size = static_cast<size_t>(end - text);
  if (size < width) out.append(width - size, '0');
  out.append(text, size);
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

void append_time(std::string& out, timestamp moment) {
  using namespace std::chrono;
  const auto day = floor<days>(moment);
  const year_month_day date{day};
  const hh_mm_ss<microseconds> time{moment - day};
  append_digits(out, static_cast<int>(date.year()), 4);
  append_digits(out += '-', static_cast<unsigned>(date.month()), 2);
  append_digits(out += '-', static_cast<unsigned>(date.day()), 2);
  append_digits(out += 'T', time.hours().count(), 2);
  append_digits(out += ':', time.minutes().count(), 2);
  append_digits(out += ':', time.seconds().count(), 2);
  append_digits(out += '.', time.subseconds().count(), 6);
  out += "+00:00";
}

std::string to_string(timestamp x) {
  std::string out;
  append_time(out, x);
  return out;
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
