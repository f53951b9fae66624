#include "gateways/http/ramdisk/http_date.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ironbus::http {

namespace chr = std::chrono;

namespace {

constexpr std::array<std::string_view, 7> day_names{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                    "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> month_names{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr size_t short_name = 3;

// Letters of a form; any other character stands for itself.
//   D, W  name of a day, short or long    b  name of a month
//   d     two digits of a day             e  the same, a space for a leading zero
//   Y, y  four or two digits of a year    h, m, s  two digits each
constexpr std::array<std::string_view, 3> date_forms{"D, d b Y h:m:s Z", "W, d-b-y h:m:s Z",
                                                     "D b e h:m:s Y"};

struct date_fields {
  int year = 0;
  bool short_year = false;
  unsigned month = 0;
  unsigned day = 0;
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
};

/// Removes that many digits from the start.
std::optional<unsigned> take_number(std::string_view& text, size_t digits) {
  if (text.size() < digits) return std::nullopt;
  unsigned out = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + static_cast<unsigned>(c - '0');
  }
  text.remove_prefix(digits);
  return out;
}

template <class Names>
std::optional<unsigned> take_name(std::string_view& text, const Names& names, size_t letters) {
  for (size_t i = 0; i < names.size(); ++i) {
    const auto name = names[i].substr(0, letters);
    if (!text.starts_with(name)) continue;
    text.remove_prefix(name.size());
    return static_cast<unsigned>(i);
  }
  return std::nullopt;
}

bool take_text(std::string_view& text, std::string_view exactly) {
  if (!text.starts_with(exactly)) return false;
  text.remove_prefix(exactly.size());
  return true;
}

bool keep_number(std::optional<unsigned> value, unsigned& target) {
  target = value.value_or(0);
  return value.has_value();
}

bool take_year(std::string_view& text, size_t digits, date_fields& out) {
  unsigned year = 0;
  if (!keep_number(take_number(text, digits), year)) return false;
  out.year = static_cast<int>(year);
  out.short_year = digits == 2;
  return true;
}

bool take_field(char letter, std::string_view& text, date_fields& out) {
  switch (letter) {
    case 'D': return take_name(text, day_names, short_name).has_value();
    case 'W': return take_name(text, day_names, std::string_view::npos).has_value();
    case 'b': return keep_number(take_name(text, month_names, short_name), out.month);
    case 'd': return keep_number(take_number(text, 2), out.day);
    case 'e': return keep_number(take_number(text, take_text(text, " ") ? 1 : 2), out.day);
    case 'Y': return take_year(text, 4, out);
    case 'y': return take_year(text, 2, out);
    case 'h': return keep_number(take_number(text, 2), out.hour);
    case 'm': return keep_number(take_number(text, 2), out.minute);
    case 's': return keep_number(take_number(text, 2), out.second);
    case 'Z': return take_text(text, "GMT");
    default: return take_text(text, {&letter, 1});
  }
}

std::optional<date_fields> read_form(std::string_view text, std::string_view form) {
  date_fields out;
  for (const char letter : form)
    if (!take_field(letter, text, out)) return std::nullopt;
  return text.empty() ? std::optional{out} : std::nullopt;
}

int full_year(const date_fields& given, chr::sys_seconds now) {
  if (!given.short_year) return given.year;
  constexpr int century = 100;
  constexpr int far_future = 50;
  const int this_year = static_cast<int>(chr::year_month_day{chr::floor<chr::days>(now)}.year());
  const int guess = this_year / century * century + given.year;
  return guess > this_year + far_future ? guess - century : guess;
}

// Reads second 60, a leap second, as second 59, because this clock has no leap seconds.
std::optional<chr::sys_seconds> moment_of_date(const date_fields& given, chr::sys_seconds now) {
  const chr::year_month_day day{chr::year{full_year(given, now)}, chr::month{given.month + 1},
                                chr::day{given.day}};
  if (!day.ok() || given.hour > 23 || given.minute > 59 || given.second > 60) return std::nullopt;
  return chr::sys_days{day} + chr::hours{given.hour} + chr::minutes{given.minute} +
         chr::seconds{std::min(given.second, 59U)};
}

}  // namespace

std::string http_date(chr::sys_seconds moment) {
  const auto midnight = chr::floor<chr::days>(moment);
  const chr::year_month_day day{midnight};
  const chr::hh_mm_ss time{moment - midnight};
  const auto name = day_names.at(chr::weekday{midnight}.c_encoding()).substr(0, short_name);
  const auto month = month_names.at(static_cast<unsigned>(day.month()) - 1);
  std::array<char, 64> out{};
  std::snprintf(out.data(), out.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
                std::string{name}.c_str(), static_cast<unsigned>(day.day()),
                std::string{month}.c_str(), static_cast<int>(day.year()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
  return out.data();
}

std::optional<chr::sys_seconds> parse_http_date(std::string_view text, chr::sys_seconds now) {
  for (const auto form : date_forms)
    if (const auto found = read_form(text, form)) return moment_of_date(*found, now);
  return std::nullopt;
}

}  // namespace ironbus::http
