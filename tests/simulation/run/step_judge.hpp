#pragma once

#include "messages/model/snapshot.hpp"
#include "tests/simulation/cluster/cluster.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ironbus::simulation {

/// What must hold between what nodes ask for and what their machines do: a step is begun once,
/// while its node waits for it, by a driver that serves the node; and what the node calls done, the
/// machine has done.
class step_judge {
public:
  using complaint = std::function<void(std::string)>;

  /// `store_forgot`: whether what the machine is asked for may be forgotten already.
  step_judge(event_loop& loop, cluster& service, std::function<bool()> store_forgot,
             complaint complain)
      : loop_{loop},
        service_{service},
        store_forgot_{std::move(store_forgot)},
        complain_{std::move(complain)} {}

  /// A node has been written; null: it was not there, or has ended.
  void on_node(const std::string& node, const node_snapshot* before, const node_snapshot* next);
  /// The store has forgotten what the node was, and says what it is.
  void read_again(const std::string& node, const node_snapshot* now);
  void on_begin(const machine_model& machine, const machine_model::attempt& begun, bool again);

private:
  struct known_node {
    std::optional<step_id> waits_for;
    std::string step;              ///< The last that it asked for, by claim key.
    std::set<std::string> groups;  ///< Its conductor groups, since it asked for that.
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
  /// Until when a step that its node has moved on from may come to the machine, by claim key.
  std::map<std::string, moment> left_;
};

/// The step that the node waits for.
std::optional<step_id> awaited_step(const node_snapshot& node);

}  // namespace ironbus::simulation
