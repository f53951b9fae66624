#pragma once

#include "messages/base/bounds.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// The limits of a value, and its name in the failure ("'extra'").
struct bound {
  std::string name;
  size_t bytes_max = 0;
  size_t depth_max = 0;
};

/// Why a value of that extent cannot be stored: it exceeds a limit and is larger than before
/// (`before`; none: zero). `invalid` with value, size and limit.
std::optional<failure> find_excess(const bound& bound, const extent& now, const extent& before);

}  // namespace ironbus
