#pragma once

#include "actors/inspection/rules/apply.hpp"

namespace ironbus::inspection {

/// What conditions and actions of one rule are evaluated with.
struct evaluation {
  const view& sees;
  budget& left;
  node_view& works_on;
  rule_trace* trace = nullptr;  ///< Null: nobody asks.
};

/// Whether a condition holds, all its turns joined. `invalid` if it cannot be told.
result<bool> holds(const rule_condition& rule_condition, const evaluation& evaluation);

/// Performs an action, once or once an item. Earlier turns stay if a later one fails.
checked perform(const rule_action& rule_action, const evaluation& evaluation);

}  // namespace ironbus::inspection
