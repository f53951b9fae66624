#include "drivers/kit/http/content_range.hpp"

#include <charconv>

namespace ironbus {

std::optional<uint64_t> read_byte_count(std::string_view text) {
  uint64_t out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return std::nullopt;
  return out;
}

std::optional<content_range> read_content_range(std::string_view text) {
  static constexpr std::string_view unit = "bytes ";
  if (!text.starts_with(unit)) return std::nullopt;
  text.remove_prefix(unit.size());
  const auto dash = text.find('-');
  const auto slash = text.find('/');
  if (dash == std::string_view::npos || slash == std::string_view::npos || slash < dash)
    return std::nullopt;
  const auto first = read_byte_count(text.substr(0, dash));
  const auto last = read_byte_count(text.substr(dash + 1, slash - dash - 1));
  const auto total = read_byte_count(text.substr(slash + 1));
  if (!first || !last || *last < *first || (!total && text.substr(slash + 1) != "*"))
    return std::nullopt;
  if (total && *last >= *total) return std::nullopt;
  return content_range{*first, *last, total};
}

}  // namespace ironbus
