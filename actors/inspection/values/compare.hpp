#pragma once

#include "messages/base/json.hpp"

#include <compare>
#include <optional>

namespace ironbus::inspection {

/// A value with its origin. A value from a placeholder has the type it has in the inventory; a
/// value in the rule has the type its author wrote.
struct operand {
  json value;
  bool from_data = false;
};

/// Whether two values are equal as in Python: true is 1, 1 is 1.0, but "1" is not 1. If one of them
/// came from a placeholder, a text also equals a number (or true, false, null) with the same text,
/// so that rules written for text-only interpolation keep working.
bool equal(const operand& left, const operand& right);

/// The order of two values: numbers by size, texts by characters, lists item by item. Nothing if
/// they cannot be compared, such as a text with a number. If one came from a placeholder, a numeric
/// text counts as a number.
std::optional<std::partial_ordering> order(const operand& left, const operand& right);

}  // namespace ironbus::inspection
