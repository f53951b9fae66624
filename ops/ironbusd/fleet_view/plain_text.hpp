#pragma once

#include "messages/base/time.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Formatting of terminal output.

namespace ironbus::fleet_view {

/// Such as "0.3 s", "45 s", "2 min 3 s", "3 h 20 min", "5 d 4 h". Negative durations are 0.
std::string duration_text(std::chrono::microseconds duration);

/// In seconds and UTC: "2026-11-25 12:59:13Z".
std::string moment_text(timestamp moment);

/// The number of characters in a UTF-8 text.
size_t length_of(std::string_view text);

/// The text, cut to `length_max` characters and with dots at the end if it is longer.
std::string clipped(const std::string& text, size_t length_max);

/// The text, filled up with blanks to a length.
std::string padded(std::string text, size_t length);

/// `done` of `total` as a bar of '#' and '.'. Blanks if `total` is 0.
std::string progress_bar(size_t done, size_t total, size_t length);

/// A table of text columns, each as wide as its widest cell.
class text_table {
public:
  explicit text_table(std::vector<std::string> heads);

  /// `cells` has one text per head.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.size() == 1; }
  /// One line for the heads and one per row, each after `indent`.
  std::string text(std::string_view indent = "") const;

private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ironbus::fleet_view
