#include "actors/inspection/rules/rule_set.hpp"

#include <algorithm>
#include <tuple>

namespace ironbus::inspection {

namespace {

bool applies(const rule& x, const rule_choice& by) {
  if (x.phase != by.phase) return false;
  const auto& scope = x.scope.empty() && !x.built_in ? by.default_scope : x.scope;
  return scope.empty() || scope == by.node_scope;
}

bool runs_before(const rule_ptr& a, const rule_ptr& b) {
  return std::tuple(-int64_t{a->priority}, a->built_in) <
         std::tuple(-int64_t{b->priority}, b->built_in);
}

}  // namespace

std::vector<rule_ptr> choose_rules(std::span<const rule_ptr> all, const rule_choice& by) {
  std::vector<rule_ptr> out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out),
               [&](const auto& x) { return applies(*x, by); });
  std::stable_sort(out.begin(), out.end(), runs_before);
  return out;
}

}  // namespace ironbus::inspection
