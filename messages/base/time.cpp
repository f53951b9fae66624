#include "messages/base/time.hpp"

#include "messages/base/host_source.hpp"

#include <algorithm>
#include <charconv>

namespace ironbus {

namespace {

using std::chrono::microseconds;

/// Whether the text has the form of a time, with digits for zeros; a blank may replace T (RFC 3339,
/// §5.6).
bool has_time_shape(std::string_view text) {
  static constexpr std::string_view shape = "0000-00-00T00:00:00";
  if (text.size() < shape.size()) return false;
  return std::equal(shape.begin(), shape.end(), text.begin(), [](char wanted, char letter) {
    if (wanted == '0') return letter >= '0' && letter <= '9';
    return letter == wanted || (wanted == 'T' && (letter == 't' || letter == ' '));
  });
}

/// The number of digits whose position has_time_shape() has checked.
unsigned digits_at(std::string_view text, size_t begin, size_t length) {
  unsigned out = 0;
  for (const char digit : text.substr(begin, length)) out = out * 10 + unsigned(digit - '0');
  return out;
}

/// Pads with leading zeros.
void append_digits(std::string& out, int64_t number, size_t width) {
  char text[20];
  const auto* const end = std::to_chars(text, text + sizeof text, number).ptr;
  const auto size = static_cast<size_t>(end - text);
  if (size < width) out.append(width - size, '0');
  out.append(text, size);
}

/// Reads the digits after the point at `offset` as microseconds; moves `offset` past them.
microseconds read_fraction(std::string_view text, size_t& offset) {
  if (offset >= text.size() || text[offset] != '.') return microseconds{0};
  long value = 0;
  long unit = 100000;
  for (++offset; offset < text.size() && text[offset] >= '0' && text[offset] <= '9';
       ++offset, unit /= 10)
    value += (text[offset] - '0') * unit;
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

std::string to_string(timestamp time) {
  std::string out;
  append_time(out, time);
  return out;
}

result<timestamp> parse_timestamp(std::string_view text) {
  using namespace std::chrono;
  if (!has_time_shape(text))
    return fail(error_code::invalid, "'" + std::string{text} + "' is not an RFC 3339 time.");
  const year_month_day date{year{static_cast<int>(digits_at(text, 0, 4))},
                            month{digits_at(text, 5, 2)}, day{digits_at(text, 8, 2)}};
  const hours hour{digits_at(text, 11, 2)};
  const minutes minute{digits_at(text, 14, 2)};
  const seconds second{digits_at(text, 17, 2)};  // 60: a leap second
  size_t rest = 19;
  const auto fraction = read_fraction(text, rest);
  const auto zone = text.substr(rest);
  if (!date.ok() || hour > 23h || minute > 59min || second > 60s ||
      (zone != "Z" && zone != "+00:00" && !zone.empty()))
    return fail(error_code::invalid, "'" + std::string{text} + "' is not an RFC 3339 time in UTC.");
  return timestamp{sys_days{date}} + hour + minute + second + fraction;
}

timestamp system_clock::now() const {
  return std::chrono::floor<microseconds>(host_source::current().system_now());
}

std::chrono::system_clock::time_point to_system_time(timestamp moment) {
  using known = std::chrono::system_clock::time_point;
  constexpr auto first = std::chrono::ceil<timestamp::duration>(known::min());
  constexpr auto last = std::chrono::floor<timestamp::duration>(known::max());
  return std::clamp(moment, first, last);
}

}  // namespace ironbus

namespace nlohmann {

void adl_serializer<ironbus::timestamp>::from_json(const json& document, ironbus::timestamp& time) {
  auto parsed = ironbus::parse_timestamp(document.get_ref<const std::string&>());
  if (!parsed) throw json::other_error::create(501, parsed.error().message, &document);
  time = *parsed;
}

}  // namespace nlohmann
