#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// The nodes that do not go on, those of equal causes together.
class why_groups {
public:
  /// A node as GET /v1/why lists it.
  void take(const json& why);

  /// For programs, the largest group first: {"waiting": n, "groups": [{"cause", "kind", "state",
  /// "step", "for", "reason", "since", "until", "on_expiry", "count", "nodes": [{"uuid", "name",
  /// "provision_state", "since"}], "unblocked_by": [{"who", "does", "command"}]}]}. `since` is the
  /// oldest and `until` the nearest of the group, null where there is none.
  json document() const;

private:
  struct group {
    json first;  ///< What the group's nodes have in common is read off the first of them.
    std::vector<node_row> nodes{};
    std::optional<timestamp> since{};
    std::optional<timestamp> until{};
  };

  static json document_of(const group& group);

  std::map<std::string, group> by_cause_;
  size_t count_ = 0;
};

/// All pages of GET /v1/why. As gateway_reader::read.
result<why_groups> read_why_groups(gateway_reader& service);

/// why_groups::document in words.
std::string why_groups_text(const json& groups, timestamp now);

}  // namespace ironbus::fleet_view
