#include "actors/inspection/rules/rule_set.hpp"

#include <algorithm>
#include <tuple>

namespace ironbus::inspection {

namespace {

bool applies(const rule& rule, const rule_choice& choice) {
  if (rule.phase != choice.phase) return false;
  const auto& scope = rule.scope.empty() && !rule.built_in ? choice.default_scope : rule.scope;
  return scope.empty() || scope == choice.node_scope;
}

bool runs_before(const rule_ptr& a, const rule_ptr& b) {
  return std::tuple(-int64_t{a->priority}, a->built_in) <
         std::tuple(-int64_t{b->priority}, b->built_in);
}

}  // namespace

std::vector<rule_ptr> choose_rules(std::span<const rule_ptr> all, const rule_choice& choice) {
  std::vector<rule_ptr> out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out),
               [&](const auto& x) { return applies(*x, choice); });
  std::stable_sort(out.begin(), out.end(), runs_before);
  return out;
}

}  // namespace ironbus::inspection
