#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// The nodes that wait, have failed or are in maintenance, grouped by cause.
class why_groups {
public:
  /// Adds a node of GET /v1/why.
  void take(const json& why);

  /// The output of --json, the largest group first: {"waiting": n, "groups": [{"cause", "kind",
  /// "state", "step", "for", "reason", "since", "until", "on_expiry", "count", "nodes": [{"uuid",
  /// "name", "provision_state", "since"}], "unblocked_by": [{"who", "does", "command"}]}]}. `since`
  /// is the oldest and `until` the nearest time of the group, or null.
  json document() const;

private:
  struct group {
    json first;  ///< The first node, as an example: the others differ in details like addresses.
    std::vector<node_row> nodes{};
    std::optional<timestamp> since{};
    std::optional<timestamp> until{};
  };

  static json document_of(const group& group);

  std::map<std::string, group> by_cause_;  ///< By `cause.key`.
  size_t count_ = 0;
};

/// Reads all pages of GET /v1/why. Fails as gateway_reader::read does.
result<why_groups> read_why_groups(gateway_reader& service);

/// why_groups::document for a terminal.
std::string why_groups_text(const json& groups, timestamp now);

}  // namespace ironbus::fleet_view
