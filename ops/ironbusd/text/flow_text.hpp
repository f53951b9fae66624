#pragma once

#include "messages/model/declared_steps.hpp"

#include <map>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// YAML in flow style. Ambiguous texts are quoted.
std::string flow_text(const std::string& x);
std::string flow_text(const std::vector<std::string>& x);
std::string flow_text(const priority_overrides& priority_overrides);
std::string flow_text(const std::vector<std::pair<std::string, std::string>>& vector);

/// Parses a list of the environment: "a, b" as ["a", "b"]. An empty text is an empty list.
json split_list(const std::string& text);
/// Parses a map: "a:1, b:2" as {"a": "1", "b": "2"}; null if an item has no colon.
json split_map(const std::string& text);
/// The same, but with colons in the values: "a:http://h/1".
json split_texts(const std::string& text);

}  // namespace ironbus::daemon
