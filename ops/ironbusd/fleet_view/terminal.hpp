#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// Whether standard output is a terminal that a table can be drawn anew on.
bool is_live_terminal();

/// Whether it may be given colours: not with NO_COLOR set (no-color.org).
bool takes_colours();

/// The terminal that standard output is. Uses what every one since the VT100 knows: the cursor goes
/// up, a line is cleared.
class terminal {
public:
  struct extent {
    size_t rows;
    size_t columns;
  };

  /// `out` is standard output, or what stands for it.
  explicit terminal(std::ostream& out) : out_(out) {}

  /// As it is now; 24 rows of 80 where nobody knows.
  extent size() const;

  /// Draws lines over those drawn before.
  void draw(const std::vector<std::string>& lines);

private:
  std::ostream& out_;
  size_t drawn_ = 0;
};

}  // namespace ironbus::fleet_view
