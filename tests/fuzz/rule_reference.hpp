#pragma once

#include "messages/base/json.hpp"

#include <optional>

namespace ironbus {

/// What a rule works on: {"node": {"extra": …}, "inventory": …, "plugin_data": …}.
///
/// Gives them as the rule leaves them, by docs/reference/inspection_rules.md alone and with nothing of the
/// engine's; unset if it fails. Of values it knows null, booleans, whole numbers, texts, lists and
/// objects, of placeholders those that are a text by themselves, and of operators those that
/// `rule_differences` draws.
std::optional<json> changed_by_the_page(const json& rule, json documents);

}  // namespace ironbus
