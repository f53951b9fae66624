#pragma once

#include "messages/model/snapshot.hpp"
#include "tests/simulation/cluster/cluster.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ironbus::simulation {

/// Checks the requests of nodes against the actions of their machines. A step is started once,
/// while its node waits for it, by a driver that serves the node. The machine has done every step
/// that the node has as done.
class step_judge {
public:
  using complaint = std::function<void(std::string)>;

  /// `store_forgot`: whether the store may have lost the machine's request.
  step_judge(event_loop& loop, cluster& service, std::function<bool()> store_forgot,
             complaint complain)
      : loop_{loop},
        service_{service},
        store_forgot_{std::move(store_forgot)},
        complain_{std::move(complain)} {}

  /// A node was written. Null: it did not exist, or was deleted.
  void on_node(const std::string& node, const node_snapshot* before, const node_snapshot* next);
  /// Sets a node's state after the store has lost writes.
  void read_again(const std::string& node, const node_snapshot* now);
  void on_begin(const machine_model& machine, const machine_model::attempt& begun, bool again);

private:
  struct known_node {
    std::optional<step_id> waits_for;
    std::string step;              ///< Claim key of its last request.
    std::set<std::string> groups;  ///< Its conductor groups since that request.
  };

  void judge_ledger(const operation& current, const std::string& node);
  void judge_proof(const operation& cleaning, const std::string& node);
  void note_end(const node_snapshot& before, const node_snapshot* next);
  void note_group(known_node& known, const node_snapshot& next);
  bool is_served_by(const machine_model::attempt& begun) const;
  bool is_out(const step_id& id) const;

  event_loop& loop_;
  cluster& service_;
  const std::function<bool()> store_forgot_;
  complaint complain_;
  std::map<std::string, known_node> nodes_;
  /// Claim key → until when a step may arrive that its node no longer waits for.
  std::map<std::string, moment> left_;
};

/// The step that the node waits for.
std::optional<step_id> awaited_step(const node_snapshot& node);

}  // namespace ironbus::simulation
