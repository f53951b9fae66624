#pragma once

#include "actors/inspection/rules/apply.hpp"

namespace ironbus::inspection {

/// The context in which conditions and actions of one rule are evaluated.
struct evaluation {
  const view& sees;
  budget& left;
  node_view& works_on;
  rule_trace* trace = nullptr;  ///< Null: no trace is wanted.
};

/// Whether a condition holds, with all turns joined. `invalid` if it cannot be evaluated.
result<bool> holds(const rule_condition& rule_condition, const evaluation& evaluation);

/// Performs an action, once or for each item. Earlier turns stay if a later one fails.
checked perform(const rule_action& rule_action, const evaluation& evaluation);

}  // namespace ironbus::inspection
