#pragma once

#include "actors/inspection/rules/rule.hpp"

#include <string>
#include <vector>

namespace ironbus::inspection {

/// A built-in rule: its API form, and the compiled rule.
struct built_in_rule {
  json attributes;
  rule_ptr compiled;
};

/// Reads YAML as JSON values: plain scalars get their type, quoted ones are text. `invalid` with
/// the line; messages/base/yaml.hpp has the limits.
result<json> read_yaml(const std::string& text);

/// The UUID of a rule without its own: 00000000-0000-0000-0000-<its position in the list>.
std::string uuid_of_place(size_t i);

/// Reads the built-in rules of a YAML text: a list of rules in API form. A rule without a UUID gets
/// that of its position. `invalid` with the rule and the reason.
result<std::vector<built_in_rule>> read_built_in_rules(const std::string& yaml);

}  // namespace ironbus::inspection
