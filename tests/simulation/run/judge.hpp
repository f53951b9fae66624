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

/// What must hold, whatever happens; looked at with every commit, every event, every step that a
/// machine begins, now and then, and at the end. What does not is a violation, in a sentence.
class judge {
public:
  judge(surroundings& around, cluster& service, const fault_injector& faults);

  void on_commit(const commit& applied, uint64_t version);
  void on_lost_commit(const commit& lost, uint64_t version);
  void on_message(const outgoing& taken);
  void on_begin(const machine_model& machine, const machine_model::attempt& begun, bool again) {
    steps_.on_begin(machine, begun, again);
  }
  /// Whether somebody stands still though nothing is wrong any more.
  void look_for_standstill();
  /// To be asked again and again when all is at rest: whether each queue was seen empty. Checks of
  /// shards and surveys of the power go on, so they need not be so at the same moment.
  bool has_emptied_all_queues();
  /// When all lives have ended and all is at rest.
  void look_at_the_end();
  void complain(std::string text);
  /// Whether the store has lost its last writes so lately that somebody may find it out only now.
  bool store_forgot_lately() const;
  const allocation_judge& allocations() const { return allocations_; }
  const rule_judge& rules() const { return rules_; }

  const std::vector<std::string>& violations() const { return violations_; }

private:
  struct known_node {
    std::optional<node_snapshot> snapshot;   ///< Unset: it has ended, or was forgotten.
    uint64_t sequence = 0;                   ///< The last it has had.
    std::map<uint64_t, std::string> events;  ///< Ids by sequence.
  };

  void on_node(const commit& applied);
  void on_record(const commit& applied);
  void read_node_again(const std::string& node);
  void read_record_again(const std::string& subject);
  void judge_snapshot(const node_snapshot& next);
  void judge_change(const node_snapshot& before, const node_snapshot& next);

  surroundings& around_;
  cluster& service_;
  const fault_injector& faults_;
  allocation_judge allocations_;
  rule_judge rules_;
  step_judge steps_;
  unique_judge unique_;
  std::map<std::string, known_node> nodes_;
  std::set<std::string, std::less<>> emptied_;  ///< Queues that were seen empty at the end.
  std::vector<std::string> violations_;
};

}  // namespace ironbus::simulation
