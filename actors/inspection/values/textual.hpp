#pragma once

#include "messages/base/json.hpp"

#include <string>

namespace ironbus::inspection {

/// A value as text inside a text, as Python's str() writes it, because rules are written for that
/// form (True, None, ['a'], 5.0). Keys of an object are in alphabetical order.
std::string textual(const json& x);

/// As textual(), with quotes around a text, as Python's repr() writes it.
std::string quoted(const json& value);

}  // namespace ironbus::inspection
