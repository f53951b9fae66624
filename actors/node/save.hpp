#pragma once

#include "actors/node/decision/decision.hpp"
#include "messages/ports/commit.hpp"

namespace ironbus {

/// Column of a node's row that holds the number of its bus shard.
inline constexpr std::string_view routing_shard_column = "routing_shard";

/// The commit that makes a decision true: snapshot, outbox, and what changed in rows, unique keys
/// and deadlines. `before` is null for a node that does not exist yet. The version, shard and
/// epoch are the caller's.
commit make_commit(const node_snapshot* before, const decision& decision, uint32_t shards);

/// What all commits of a node together have made of it, for whoever makes it anew: every unique
/// key, the rows of the node and its parts, and the deadline. Rows that no snapshot holds, such as
/// those of the history, are not among them.
commit make_whole_commit(const node_snapshot& snapshot, uint32_t shard);

/// The collections of the rows of make_whole_commit.
std::vector<std::string> collections_of_nodes();

/// When the node must be looked at without being told anything; unset: never.
std::optional<timestamp> next_deadline(const node_snapshot& snapshot);

}  // namespace ironbus
