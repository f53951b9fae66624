#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ironbus::fleet_view {

/// Whether /why has more to say of a node than that it rests: it waits, has failed, or is in
/// maintenance.
bool is_held_up(const node_row& node);

/// A node that is held up, and what /why says of it.
struct explained_node {
  node_row node;
  json why;
};

/// Those that wait for the same in the same state, or have failed for the same reason, together;
/// the largest first. For programs: {"waiting": n, "groups": [{"cause", "state", "step", "for",
/// "who", "reason", "since", "until", "on_expiry", "count", "nodes": [{"uuid", "name",
/// "provision_state", "since"}], "unblocked_by": [{"who", "does", "command"}]}]}. `since` is the
/// oldest and `until` the nearest of the group, null where there is none.
json why_groups(const std::vector<explained_node>& nodes);

/// The same in words.
std::string why_groups_text(const json& groups, timestamp now);

}  // namespace ironbus::fleet_view
