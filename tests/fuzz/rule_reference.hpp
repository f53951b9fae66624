#pragma once

#include "messages/base/json.hpp"

#include <optional>

namespace ironbus {

/// Applies a rule to {"node": {"extra": …}, "inventory": …, "plugin_data": …}.
///
/// Returns the changed documents, by docs/reference/inspection_rules.md only and without the
/// engine; unset if the rule fails. Supports null, booleans, whole numbers, texts, lists and
/// objects, placeholders that are a whole text, and the operators that `rule_differences` draws.
std::optional<json> changed_by_the_page(const json& rule, json documents);

}  // namespace ironbus
