#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

// The values of inspection rules as their page has them, for rule_reference.

/// The rule fails.
struct rule_fails {};

/// An argument, once its placeholder is known.
struct known_value {
  json value;
  bool from_data = false;
  bool missing = false;
};

/// A text between any of the marks, without empty parts.
std::vector<std::string> parts_of(const std::string& text, const std::string& marks);
/// Whether a list may have something there.
bool is_index(const std::string& key);
/// Null if there is nothing.
const json* value_below(const json& holder, const std::string& key);

known_value value_of(const json& written, const json& documents);
/// As Python writes it.
std::string python(const json& value, bool quoted = false);
/// A boolean is 0 or 1.
std::optional<int64_t> number_of(const json& value);
bool alike(const json& a, const json& b);
/// What comes from a placeholder equals what it is written as.
bool equal_values(const known_value& a, const known_value& b);
/// Below 0, 0 or above; throws rule_fails if there is no order.
int order_of_known(const known_value& a, const known_value& b);

}  // namespace ironbus
