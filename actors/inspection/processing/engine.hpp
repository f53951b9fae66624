#pragma once

#include "actors/inspection/processing/rule_registry.hpp"
#include "messages/ports/inspection_port.hpp"

namespace ironbus::inspection {

/// The inspection of one process: its policy and its rules. Conductors use it for decisions, and
/// the gateway for requests.
class engine final : public inspection_port {
public:
  engine(policy chosen_policy, std::vector<built_in_rule> built_in);

  const policy& chosen_policy() const { return policy_; }
  rule_registry& rules() { return rules_; }
  const rule_registry& rules() const { return rules_; }

  const std::vector<json>& built_in_rules() const override { return shown_; }
  result<early_result> apply_early_rules(const json& inventory, json plugin_data) const override;
  result<json> try_rules(const inspection_trial& trial) const override;

private:
  policy policy_;
  std::vector<json> shown_;
  rule_registry rules_;
};

}  // namespace ironbus::inspection
