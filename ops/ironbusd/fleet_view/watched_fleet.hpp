#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// A node as the live table shows it.
struct watched_node {
  node_row row;
  std::string step;                         ///< INTERFACE.STEP in progress; empty: none is known.
  std::optional<timestamp> expected_end{};  ///< Of that step; unset: not known.
  bool overdue = false;                     ///< It takes longer than nearly all before it.
  size_t done = 0;                          ///< Steps of the workflow that are behind it.
  size_t steps = 0;                         ///< How many there are; 0: not known.
  uint64_t changed = 0;                     ///< Grows with each change of any node.
  bool unexplained = true;                  ///< Works, and how far it is has not been asked.
};

/// The nodes of a gateway, as lists and events tell of them.
class watched_fleet {
public:
  /// All that there are now; what is known of the steps of those that are still in their state
  /// stays.
  void replace(const std::vector<node_row>& nodes);

  /// A CloudEvents object. The node if something that is shown has changed of it; null: nothing
  /// has, or the node is gone.
  const watched_node* take(const json& event);

  /// GET /v1/nodes/{node}/why: how far the workflow is.
  void explain(const std::string& uuid, const json& why);

  /// As many as there is room for: those that work first, then those that have failed, then those
  /// that changed last.
  std::vector<const watched_node*> chosen(size_t count) const;

  /// Those of the chosen that work and are unexplained.
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
