#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <string>
#include <vector>

namespace ironbus::fleet_view {

/// A node with a running operation, and its answer of /why.
struct explained_node {
  node_row node;
  json why;
};

/// The data of `ironbus status`.
struct fleet_facts {
  std::string gateway;
  timestamp now{};
  std::vector<node_row> nodes;
  json conductors;                     ///< GET /v1/conductors
  json drivers;                        ///< GET /v1/drivers
  std::vector<explained_node> oldest;  ///< The nodes that wait longest, oldest first.
};

/// Most waiting nodes, and most failed nodes, that are named.
inline constexpr size_t named_in_status_max = 5;

/// The nodes with a running operation that have not failed: oldest first, at most
/// named_in_status_max.
std::vector<node_row> longest_waiting(const std::vector<node_row>& nodes);

/// The output of --json: {"gateway", "at", "nodes": n, "states": {state: n}, "power": {state: n},
/// "maintenance": n, "faults": {fault: n}, "hosts": [{"host", "conductor_group", "conductor",
/// "drivers"}], "waits_longest": [{"uuid", "name", "provision_state", "since", "waiting"}],
/// "failed": n, "failed_last": [{…, "last_error"}]}. `waiting` is from /why.
json status_document(const fleet_facts& facts);

/// The output for a terminal.
std::string status_text(const json& status, timestamp now);

/// Such as "5 active, 3 available": the largest count first.
std::string counts_text(const json& counts);

/// The number of nodes in each state: {state: n}.
json count_states(const std::vector<node_row>& nodes);

}  // namespace ironbus::fleet_view
