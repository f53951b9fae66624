#pragma once

#include "ops/ironbusd/fleet_view/watched_fleet.hpp"

#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// How large a table may be.
struct table_size {
  size_t rows = 24;
  size_t columns = 80;
  bool coloured = false;
};

/// The fleet as lines of a terminal: counts, the nodes there is room for, and what is not shown.
/// None is wider than the terminal, but for what colours it.
std::vector<std::string> watch_lines(const watched_fleet& fleet, const table_size& size,
                                     timestamp now);

}  // namespace ironbus::fleet_view
