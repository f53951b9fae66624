#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

// Values of inspection rules as the documentation defines them, for rule_reference.

/// The rule fails.
struct rule_fails {};

/// An argument, with its placeholder resolved.
struct known_value {
  json value;
  bool from_data = false;
  bool missing = false;
};

/// The parts of a text between any of the marks, without empty ones.
std::vector<std::string> parts_of(const std::string& text, const std::string& marks);
/// Whether it is a valid index of a list.
bool is_index(const std::string& key);
/// Null if there is no value.
const json* value_below(const json& holder, const std::string& key);

known_value value_of(const json& written, const json& documents);
/// The value in Python's notation.
std::string python(const json& value, bool quoted = false);
/// A boolean counts as 0 or 1.
std::optional<int64_t> number_of(const json& value);
bool alike(const json& a, const json& b);
/// A value from a placeholder equals its text.
bool equal_values(const known_value& a, const known_value& b);
/// Negative, 0 or positive; throws rule_fails if the values have no order.
int order_of_known(const known_value& a, const known_value& b);

}  // namespace ironbus
