#pragma once

#include "ops/ironbusd/fleet_view/watched_fleet.hpp"

#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// The size of the terminal.
struct table_size {
  size_t rows = 24;
  size_t columns = 80;
  bool coloured = false;
};

/// The fleet as lines of a terminal: counts, as many nodes as fit, and the number of others. No
/// line is wider than the terminal; colour sequences do not count.
std::vector<std::string> watch_lines(const watched_fleet& fleet, const table_size& size,
                                     timestamp now);

}  // namespace ironbus::fleet_view
