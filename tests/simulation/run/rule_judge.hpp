#pragma once

#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/simulation/run/fault_plan.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulation {

/// Checks inspections against rules: each successful inspection has run all existing and matching
/// rules, each one once, by priority. Nothing else leaves the marks of rules.
class rule_judge {
public:
  using complaint = std::function<void(std::string)>;

  rule_judge(const event_loop& loop, const fault_injector& faults, complaint complain)
      : loop_{loop}, faults_{faults}, complain_{std::move(complain)} {}

  void on_rule(const std::string& uuid, const std::optional<record_snapshot>& next);
  void on_node(const node_snapshot& before, const node_snapshot& next);

  /// Number of rules run by all inspections.
  uint64_t applied() const { return applied_; }
  /// Call it at rest without lost writes: no rule may be left.
  void look_at_the_end();

private:
  struct known_rule {
    moment created{};
    std::optional<moment> erased;
    int64_t priority = 0;
    std::string kind;  ///< Kind of the nodes that it matches.
  };

  void judge_inspection(const node_snapshot& node, const std::vector<std::string>& added);
  void judge_one(const node_snapshot& node, const std::string& uuid, const known_rule& rule,
                 size_t times);
  void judge_order(const std::string& node, const std::vector<std::string>& added);
  moment late_by() const;

  const event_loop& loop_;
  const fault_injector& faults_;
  complaint complain_;
  std::map<std::string, known_rule> rules_;
  uint64_t applied_ = 0;
};

}  // namespace ironbus::simulation
