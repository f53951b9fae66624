#pragma once

#include "actors/node/decision/decision.hpp"
#include "messages/ports/commit.hpp"

namespace ironbus {

/// Column of a node's row with the number of its bus shard.
inline constexpr std::string_view routing_shard_column = "routing_shard";

/// The commit of a decision: snapshot, outbox, and the changed rows, unique keys and deadlines.
/// `before` is null for a new node. The caller sets version, shard and epoch.
commit make_commit(const node_snapshot* before, const decision& decision, uint32_t shards);

/// The result of all commits of a node together, for a rebuild: every unique key, the rows of the
/// node and its parts, and the deadline. Does not include rows without data in the snapshot, such
/// as the history.
commit make_rebuild_commit(const node_snapshot& snapshot, uint32_t shard);

/// The collections of the rows of make_rebuild_commit.
std::vector<std::string> collections_of_nodes();

/// When the node must be checked without a message; unset: never.
std::optional<timestamp> next_deadline(const node_snapshot& snapshot);

}  // namespace ironbus
