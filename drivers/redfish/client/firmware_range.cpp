#include "drivers/redfish/client/firmware_range.hpp"

#include <algorithm>
#include <charconv>

namespace ironbus {

namespace {

constexpr size_t version_bytes_max = 255;
constexpr size_t version_numbers_max = 8;
constexpr std::string_view decimal_digits = "0123456789";
constexpr std::string_view digits_and_points = "0123456789.";

/// Parses "7.10.50", numbers separated by points. Unset for any other text.
std::optional<std::vector<uint32_t>> read_version_numbers(std::string_view text) {
  std::vector<uint32_t> out;
  for (;;) {
    const auto end = std::min(text.find('.'), text.size());
    uint32_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + end, number);
    if (read.ec != std::errc{} || read.ptr != text.data() + end ||
        out.size() >= version_numbers_max)
      return std::nullopt;
    out.push_back(number);
    if (end == text.size()) return out;
    text.remove_prefix(end + 1);
  }
}

/// Returns the next run of digits and points and removes it from the text.
std::string_view take_run(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_of(decimal_digits), text.size()));
  auto run = text.substr(0, std::min(text.find_first_not_of(digits_and_points), text.size()));
  text.remove_prefix(run.size());
  while (run.ends_with('.')) run.remove_suffix(1);
  return run;
}

std::vector<uint32_t> version_in(std::string_view text) {
  text = text.substr(0, version_bytes_max);
  std::string_view found;
  while (!text.empty()) {
    const auto run = take_run(text);
    if (found.empty()) found = run;
    if (run.find('.') == std::string_view::npos) continue;
    found = run;
    break;
  }
  return read_version_numbers(found).value_or(std::vector<uint32_t>{});
}

/// Compares as many numbers as the limit has. Negative, 0 or positive.
int compare_versions(const std::vector<uint32_t>& version, const std::vector<uint32_t>& bound) {
  for (size_t i = 0; i < bound.size(); ++i) {
    const auto number = i < version.size() ? version[i] : 0;
    if (number != bound[i]) return number < bound[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace

std::optional<firmware_range> firmware_range::parse(std::string_view text) {
  const auto dash = text.find('-');
  const auto first = text.substr(0, dash);
  const auto last = dash == std::string_view::npos ? first : text.substr(dash + 1);
  firmware_range out;
  if (first.empty() && last.empty()) return std::nullopt;
  if (const auto read = read_version_numbers(first))
    out.first_ = *read;
  else if (!first.empty())
    return std::nullopt;
  if (const auto read = read_version_numbers(last))
    out.last_ = *read;
  else if (!last.empty())
    return std::nullopt;
  return out;
}

bool firmware_range::holds(std::string_view version) const {
  if (is_all()) return true;
  const auto known = version_in(version);
  return !known.empty() && compare_versions(known, first_) >= 0 &&
         compare_versions(known, last_) <= 0;
}

}  // namespace ironbus
