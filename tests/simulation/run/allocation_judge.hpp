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

/// Checks nodes against allocations: a node has at most one allocation, which knows the node. The
/// node was free when it was assigned. Neither waits long for the other.
class allocation_judge {
public:
  using complaint = std::function<void(std::string)>;

  allocation_judge(const event_loop& loop, complaint complain)
      : loop_{loop}, complain_{std::move(complain)} {}

  /// A node was written. Null: it did not exist, or was deleted.
  void on_node(const std::string& node, const node_snapshot* before, const node_snapshot* next);
  /// An allocation was written; unset: it was deleted.
  void on_allocation(const std::string& uuid, std::optional<record_snapshot> next);
  /// Sets a node's state after the store has lost writes. Does not check it.
  void read_again(const std::string& node, const node_snapshot* found);
  void read_again(const std::string& uuid, std::optional<record_snapshot> found);

  /// Whether it was deleted by its node, or on a request about the node.
  bool has_ended_rightly(const std::string& uuid) const { return ended_.contains(uuid); }
  /// Number of assigned nodes.
  uint64_t claims() const { return claims_; }
  /// Call it when there was no fault since that time.
  void look_for_standstill(moment calm_since);
  /// Call it at rest without lost writes: no allocation may be left.
  void look_at_the_end();

private:
  struct known_allocation {
    record_snapshot snapshot;
    moment changed{};
    moment lost_node{};  ///< When its node released it, or it became active.
  };

  void judge_claim(const std::string& allocation, const node_snapshot& before);
  void judge_agreement(const std::string& node);
  void note(const std::string& node, const node_snapshot* next);
  void look_at_one(const std::string& uuid, moment calm_since);
  bool carries(const std::string& node, const std::string& allocation) const;

  const event_loop& loop_;
  complaint complain_;
  std::map<std::string, known_allocation> allocations_;
  std::map<std::string, std::string> carried_;  ///< Node → allocation.
  std::set<std::string> ended_;
  uint64_t claims_ = 0;
};

}  // namespace ironbus::simulation
