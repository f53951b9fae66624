#include "gateways/http/ramdisk/byte_range.hpp"

#include "messages/base/text.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>
#include <optional>

namespace ironbus::http {

namespace {

constexpr std::string_view range_unit = "bytes=";

// Two 64-bit numbers and a dash have 41 characters; some clients add leading zeros.
constexpr size_t range_text_max = 128;

/// A position. Larger numbers become the maximum, which no file reaches.
std::optional<uint64_t> position_in(std::string_view digits) {
  uint64_t out = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<uint64_t>(c - '0');
    out = out > (UINT64_MAX - digit) / 10 ? UINT64_MAX : out * 10 + digit;
  }
  return digits.empty() ? std::nullopt : std::optional{out};
}

/// Reads "-500". For an empty file any suffix means the whole file, which Content-Range cannot
/// express.
byte_range suffix_range(uint64_t bytes, uint64_t size) {
  if (bytes == 0) return {byte_range::kind::none};
  if (size == 0) return {};
  const auto taken = std::min(bytes, size);
  return {byte_range::kind::part, size - taken, taken};
}

byte_range range_between(uint64_t first, uint64_t last, uint64_t size) {
  if (last < first) return {};
  if (first >= size) return {byte_range::kind::none};
  return {byte_range::kind::part, first, std::min(last, size - 1) - first + 1};
}

}  // namespace

byte_range parse_range(std::string_view text, uint64_t size) {
  if (text.size() > range_text_max || !boost::istarts_with(text, range_unit)) return {};
  const auto range = trim(text.substr(range_unit.size()));
  const auto dash = range.find('-');
  if (dash == std::string_view::npos) return {};
  const auto first = position_in(range.substr(0, dash));
  const auto last = position_in(range.substr(dash + 1));
  if (dash == 0) return last ? suffix_range(*last, size) : byte_range{};
  const bool open = dash + 1 == range.size();
  if (!first || (!last && !open)) return {};
  return range_between(*first, last.value_or(UINT64_MAX), size);
}

}  // namespace ironbus::http
