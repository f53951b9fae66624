#pragma once

#include "messages/base/time.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// What commands print for people.

namespace ironbus::fleet_view {

/// "0.3 s", "45 s", "2 min 3 s", "3 h 20 min", "5 d 4 h"; less than nothing is nothing.
std::string duration_text(std::chrono::microseconds duration);

/// To the second, in UTC: "2026-11-25 12:59:13Z".
std::string moment_text(timestamp moment);

/// How many characters a text has.
size_t length_of(std::string_view text);

/// The text, its end replaced by dots where it is longer.
std::string clipped(const std::string& text, size_t length_max);

/// The text and blanks up to a length.
std::string padded(std::string text, size_t length);

/// `done` of `total` as a bar of '#' and '.'; nothing of it where the total is not known.
std::string progress_bar(size_t done, size_t total, size_t length);

/// Columns, each as wide as its widest cell.
class text_table {
public:
  explicit text_table(std::vector<std::string> heads);

  /// As many cells as there are heads.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.size() == 1; }
  /// A line for the heads and each row; `indent` stands before each.
  std::string text(std::string_view indent = "") const;

private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ironbus::fleet_view
