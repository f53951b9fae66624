#pragma once

#include "actors/inspection/rules/rule.hpp"

#include <string>
#include <vector>

namespace ironbus::inspection {

/// A built-in rule: what the API shows of it, and the rule itself.
struct built_in_rule {
  json attributes;
  rule_ptr compiled;
};

/// Reads YAML text as JSON values: plain scalars get their type, quoted ones are text. `invalid`
/// with the line; for the bounds see messages/base/yaml.hpp.
result<json> read_yaml(const std::string& text);

/// The UUID of a rule that has none of its own: 00000000-0000-0000-0000-<its place in its list>.
std::string uuid_of_place(size_t i);

/// The built-in rules of a YAML text: a list of rules as the API takes them. A rule without a UUID
/// gets that of its place. `invalid` naming the rule and the reason.
result<std::vector<built_in_rule>> read_built_in_rules(const std::string& yaml);

}  // namespace ironbus::inspection
