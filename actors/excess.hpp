#pragma once

#include "messages/base/bounds.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// What a value may be at most, and what its failure calls it ("'extra'").
struct bound {
  std::string name;
  size_t bytes_max = 0;
  size_t depth_max = 0;
};

/// Why a value of that extent cannot be stored: it is over its bound, and in that larger than it
/// was (`before`; nothing: zero). `invalid`, naming value, size and bound.
std::optional<failure> find_excess(const bound& bound, const extent& now, const extent& before);

}  // namespace ironbus
