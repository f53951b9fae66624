#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// A node in the live table.
struct watched_node {
  node_row row;
  std::string step;                         ///< The running INTERFACE.STEP; empty: unknown.
  std::optional<timestamp> expected_end{};  ///< Expected end of that step; unset: unknown.
  bool overdue = false;                     ///< The step takes longer than 99 % of past ones.
  size_t done = 0;                          ///< Finished steps of the workflow.
  size_t steps = 0;                         ///< All steps of the workflow; 0: unknown.
  uint64_t changed = 0;                     ///< Number of its last change in the fleet.
  bool unexplained = true;                  ///< Its progress must be read from /why.
};

/// The nodes of a gateway, updated from lists and events.
class watched_fleet {
public:
  /// Replaces all nodes by a new list. Nodes in an unchanged state keep their progress.
  void replace(const std::vector<node_row>& nodes);

  /// Applies an event, a CloudEvents object. Returns the node if a shown value changed; null:
  /// nothing changed, or the node was deleted.
  const watched_node* take(const json& event);

  /// Sets a node's progress from GET /v1/nodes/{node}/why.
  void explain(const std::string& uuid, const json& why);

  /// The `count` most interesting nodes, sorted by name: working ones first, then failed ones, then
  /// the last changed.
  std::vector<const watched_node*> chosen(size_t count) const;

  /// The working and unexplained nodes among `chosen(count)`.
  std::vector<std::string> unexplained(size_t count) const;

  std::vector<node_row> rows() const;
  size_t size() const { return nodes_.size(); }
  uint64_t events() const { return events_; }

private:
  bool apply(watched_node& node, const std::string& type, const json& data, const json& event);
  bool apply_step(watched_node& node, const std::string& type, const json& data);

  std::map<std::string, watched_node> nodes_;  ///< By UUID.
  uint64_t changes_ = 0;
  uint64_t events_ = 0;
};

/// {"uuid", "name", "provision_state", "target_provision_state", "since", "step", "expected_end",
/// "overdue", "done", "steps"}.
json watched_document(const watched_node& node);

}  // namespace ironbus::fleet_view
