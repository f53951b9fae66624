#pragma once

#include <cstdint>

namespace ironbus::inspection {

enum class rule_result : uint8_t { applied, passed_over, failed, count_ };

/// Counts an evaluation of a rule in ironbus_inspection_rules_total. Any thread.
void count_rule(rule_result result);

}  // namespace ironbus::inspection
