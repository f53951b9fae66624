#pragma once

#include "messages/base/json.hpp"

#include <compare>
#include <optional>

namespace ironbus::inspection {

/// A value with its origin. What comes out of a placeholder has the type it happens to have in the
/// inventory; what stands in the rule has the type its author wrote.
struct operand {
  json value;
  bool from_data = false;
};

/// Whether two values are equal, as Python sees it: true is 1, 1 is 1.0, but "1" is not 1. Only if
/// at least one of them came from a placeholder, a text and a number (or true, false, null) are
/// equal when they read alike, so that rules written for text-only interpolation go on working.
bool equal(const operand& left, const operand& right);

/// How two values are ordered: numbers by size, texts by their characters, lists item by item.
/// Nothing if they cannot be compared, such as a text with a number. If one came from a
/// placeholder, a text that is a number counts as one beside a number.
std::optional<std::partial_ordering> order(const operand& left, const operand& right);

}  // namespace ironbus::inspection
