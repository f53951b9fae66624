#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// Whether standard output is a terminal on which a table can be redrawn.
bool is_live_terminal();

/// Whether to print colours: not if NO_COLOR is set (no-color.org).
bool takes_colours();

/// The terminal of standard output. Needs only VT100 sequences: cursor up, clear line.
class terminal {
public:
  struct extent {
    size_t rows;
    size_t columns;
  };

  /// `out` is standard output, or a replacement in tests.
  explicit terminal(std::ostream& out) : out_(out) {}

  /// The current size; 24 rows of 80 columns if it is unknown.
  extent size() const;

  /// Draws `lines` over those drawn before.
  void draw(const std::vector<std::string>& lines);

private:
  std::ostream& out_;
  size_t drawn_ = 0;
};

}  // namespace ironbus::fleet_view
