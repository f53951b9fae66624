#include "actors/inspection/rules/rule_metrics.hpp"

#include "messages/platform/closed_counters.hpp"

#include <array>

namespace ironbus::inspection {

namespace {

constexpr std::array<std::string_view, 3> rule_result_names{"applied", "passed_over", "failed"};
static_assert(rule_result_names.size() == static_cast<size_t>(rule_result::count_));

/// Of the whole process: gateways also apply rules, those of the phase early.
metrics::closed_counters rule_counts{
    {"ironbus_inspection_rules_total", "Inspection rules evaluated, without trials."},
    rule_result_names.size(),
    [](size_t i) {
      return metrics::labels{{"result", std::string{rule_result_names[i]}}};
    }};

}  // namespace

void count_rule(rule_result result) { ++rule_counts[static_cast<size_t>(result)]; }

}  // namespace ironbus::inspection
