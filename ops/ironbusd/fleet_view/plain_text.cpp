#include "ops/ironbusd/fleet_view/plain_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ironbus::fleet_view {

namespace {

struct unit {
  int64_t seconds;
  std::string_view name;
};

constexpr std::array units{unit{86'400, " d"}, unit{3'600, " h"}, unit{60, " min"}, unit{1, " s"}};
constexpr int64_t exact_below_seconds = 10;

bool begins_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80; }

}  // namespace

std::string duration_text(std::chrono::microseconds duration) {
  const auto tenths = std::max<int64_t>(0, (duration.count() + 50'000) / 100'000);
  const auto seconds = tenths / 10;
  if (seconds < exact_below_seconds)
    return std::to_string(seconds) + "." + std::to_string(tenths % 10) + " s";
  for (size_t i = 0; i + 1 < units.size(); ++i) {
    if (seconds < units[i].seconds) continue;
    auto out = std::to_string(seconds / units[i].seconds).append(units[i].name);
    const auto rest = seconds % units[i].seconds / units[i + 1].seconds;
    if (rest > 0) out.append(" ").append(std::to_string(rest)).append(units[i + 1].name);
    return out;
  }
  return std::to_string(seconds) + " s";
}

std::string moment_text(timestamp moment) {
  constexpr size_t seconds_end = 19;
  auto out = to_string(moment).substr(0, seconds_end) + "Z";
  std::ranges::replace(out, 'T', ' ');
  return out;
}

size_t length_of(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, begins_letter));
}

std::string clipped(const std::string& text, size_t length_max) {
  constexpr std::string_view dots = "..";
  if (length_of(text) <= length_max) return text;
  if (length_max <= dots.size()) return std::string(length_max, '.');
  size_t letters = 0;
  size_t end = 0;
  while (end < text.size()) {
    if (begins_letter(text[end]) && ++letters > length_max - dots.size()) break;
    ++end;
  }
  return text.substr(0, end).append(dots);
}

std::string padded(std::string text, size_t length) {
  const auto letters = length_of(text);
  if (letters < length) text.append(length - letters, ' ');
  return text;
}

std::string progress_bar(size_t done, size_t total, size_t length) {
  if (total == 0) return std::string(length + 2, ' ');
  const auto full = std::min(done, total) * length / total;
  return "[" + std::string(full, '#') + std::string(length - full, '.') + "]";
}

text_table::text_table(std::vector<std::string> heads) { rows_.push_back(std::move(heads)); }

void text_table::add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

std::string text_table::text(std::string_view indent) const {
  constexpr size_t gap = 2;
  std::vector<size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], length_of(row[i]));
  std::string out;
  for (const auto& row : rows_) {
    std::string line{indent};
    for (size_t i = 0; i < row.size(); ++i)
      line += i + 1 == row.size() ? row[i] : padded(row[i], widths[i] + gap);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace ironbus::fleet_view
