#include "ops/ironbusd/text/duration.hpp"

#include <array>
#include <charconv>
#include <cstdint>

namespace ironbus::daemon {

namespace {

struct unit {
  std::string_view suffix;
  int64_t milliseconds;
};

// The largest first, as duration_text looks for the first that divides.
constexpr std::array units{unit{"d", 86'400'000}, unit{"h", 3'600'000}, unit{"m", 60'000},
                           unit{"s", 1'000}, unit{"ms", 1}};
constexpr int64_t count_max = 1'000'000'000;  // so that no product overflows

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || count < 0 || count > count_max) return std::nullopt;
  auto suffix = text.substr(static_cast<size_t>(end - text.data()));
  if (suffix.empty()) suffix = "s";
  for (const auto& x : units)
    if (x.suffix == suffix) return std::chrono::milliseconds{count * x.milliseconds};
  return std::nullopt;
}

std::string duration_text(std::chrono::milliseconds milliseconds) {
  if (milliseconds.count() == 0) return "0s";
  for (const auto& [suffix, size] : units)
    if (milliseconds.count() % size == 0)
      return std::to_string(milliseconds.count() / size) + std::string{suffix};
  return std::to_string(milliseconds.count()) + "ms";
}

}  // namespace ironbus::daemon
