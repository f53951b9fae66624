#pragma once

#include "messages/model/snapshot.hpp"
#include "tests/simulation/cluster/cluster.hpp"
#include "tests/simulation/run/allocation_judge.hpp"
#include "tests/simulation/run/fault_plan.hpp"
#include "tests/simulation/run/rule_judge.hpp"
#include "tests/simulation/run/step_judge.hpp"
#include "tests/simulation/run/unique_judge.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ironbus::simulation {

/// Checks invariants at every commit, every event and every started step, periodically, and at the
/// end. Each violation is a sentence.
class judge {
public:
  judge(surroundings& around, cluster& service, const fault_injector& faults);

  void on_commit(const commit& applied, uint64_t version);
  void on_lost_commit(const commit& lost, uint64_t version);
  void on_message(const outgoing& taken);
  void on_begin(const machine_model& machine, const machine_model::attempt& begun, bool again) {
    steps_.on_begin(machine, begun, again);
  }
  /// Checks for missing progress without faults.
  void look_for_standstill();
  /// Call it repeatedly at rest: whether each queue was empty at some time. Checks of shards and
  /// power syncs continue, so the queues need not be empty at the same time.
  bool has_emptied_all_queues();
  /// Call it when all lives have ended and everything is at rest.
  void look_at_the_end();
  void complain(std::string text);
  /// Whether the store has lost writes so recently that effects may still appear.
  bool store_forgot_lately() const;
  const allocation_judge& allocations() const { return allocations_; }
  const rule_judge& rules() const { return rules_; }

  const std::vector<std::string>& violations() const { return violations_; }

private:
  struct known_node {
    std::optional<node_snapshot> snapshot;   ///< Unset: deleted or lost.
    uint64_t sequence = 0;                   ///< Of its last event.
    std::map<uint64_t, std::string> events;  ///< Sequence → id.
  };

  void on_node(const commit& applied);
  void on_record(const commit& applied);
  void read_node_again(const std::string& node);
  void read_record_again(const std::string& subject);
  void judge_snapshot(const node_snapshot& next);
  void judge_change(const node_snapshot& before, const node_snapshot& next);
  void judge_power(const node_snapshot& before, const node_snapshot& next);

  surroundings& around_;
  cluster& service_;
  const fault_injector& faults_;
  allocation_judge allocations_;
  rule_judge rules_;
  step_judge steps_;
  unique_judge unique_;
  std::map<std::string, known_node> nodes_;
  std::set<std::string, std::less<>> emptied_;  ///< Queues that were empty at the end.
  std::vector<std::string> violations_;
};

}  // namespace ironbus::simulation
