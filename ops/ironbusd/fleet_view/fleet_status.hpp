#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// A node that something is under way for, and what /why says of it.
struct explained_node {
  node_row node;
  json why;
};

/// What of a fleet is counted and named at a glance.
struct fleet_facts {
  std::string gateway;
  timestamp now{};
  std::vector<node_row> nodes;
  json conductors;                     ///< GET /v1/conductors
  json drivers;                        ///< GET /v1/drivers
  std::vector<explained_node> oldest;  ///< What waits longest, oldest first.
};

/// How many of those that wait, or have failed, are named.
inline constexpr size_t named_in_status_max = 5;

/// Nodes that something is under way for, but that have not failed: oldest first, at most as many
/// as are named.
std::vector<node_row> longest_waiting(const std::vector<node_row>& nodes);

/// For programs: {"gateway", "at", "nodes": n, "states": {state: n}, "power": {state: n},
/// "maintenance": n, "faults": {fault: n}, "hosts": [{"host", "conductor_group", "conductor",
/// "drivers"}], "waits_longest": [{"uuid", "name", "provision_state", "since", "waiting"}],
/// "failed": n, "failed_last": [{…, "last_error"}]}. `waiting` is that of /why.
json status_document(const fleet_facts& facts);

/// The same in words.
std::string status_text(const json& status, timestamp now);

/// "5 active, 3 available": the largest first.
std::string counts_text(const json& counts);

/// {state: n} of some nodes.
json count_states(const std::vector<node_row>& nodes);

}  // namespace ironbus::fleet_view
