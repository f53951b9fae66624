#pragma once

#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/simulation/core/event_loop.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ironbus::simulation {

/// What must hold between nodes and allocations: a node has at most one and only one that knows
/// it, it was free when it was taken, and whoever waits for the other does not do so for long.
class allocation_judge {
public:
  using complaint = std::function<void(std::string)>;

  allocation_judge(const event_loop& loop, complaint complain)
      : loop_{loop}, complain_{std::move(complain)} {}

  /// A node has been written; null: it was not there, or has ended.
  void on_node(const std::string& node, const node_snapshot* before, const node_snapshot* next);
  /// An allocation has been written; unset: it has ended.
  void on_allocation(const std::string& uuid, std::optional<record_snapshot> next);
  /// What the store says of them after it has forgotten something. What it says is not judged.
  void read_again(const std::string& node, const node_snapshot* found);
  void read_again(const std::string& uuid, std::optional<record_snapshot> found);

  /// Whether it ended by its node's word or by somebody's who asked for the node's.
  bool has_ended_rightly(const std::string& uuid) const { return ended_.contains(uuid); }
  /// How many nodes were given.
  uint64_t claims() const { return claims_; }
  /// To be called when nothing has been wrong since that moment.
  void look_for_standstill(moment calm_since);
  /// When all is at rest and nothing was forgotten: none is left.
  void look_at_the_end();

private:
  struct known_allocation {
    record_snapshot snapshot;
    moment changed{};
    moment lost_node{};  ///< When its node has let go of it, or it has become active.
  };

  void judge_claim(const std::string& allocation, const node_snapshot& before);
  void judge_agreement(const std::string& node);
  void note(const std::string& node, const node_snapshot* next);
  void look_at_one(const std::string& uuid, moment calm_since);
  bool carries(const std::string& node, const std::string& allocation) const;

  const event_loop& loop_;
  complaint complain_;
  std::map<std::string, known_allocation> allocations_;
  std::map<std::string, std::string> carried_;  ///< Allocation by node.
  std::set<std::string> ended_;
  uint64_t claims_ = 0;
};

}  // namespace ironbus::simulation
