#pragma once

#include "actors/inspection/rules/apply.hpp"

namespace ironbus::inspection {

/// The report of a dry run: {"rules": [{"uuid", "sensitive", "applied", "conditions": [{"op",
/// "held", "turns": [{"held", "arguments"}]}], "actions": [{"op", "changes": [{"where", "before",
/// "after"}]}], "error"}], "error", "logs": [{"level", "text"}]}. Values of secret keys are masked.
json report_of(const outcome& outcome);

}  // namespace ironbus::inspection
