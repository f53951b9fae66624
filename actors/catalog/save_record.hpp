#pragma once

#include "actors/catalog/record_decision.hpp"

namespace ironbus {

/// The commit that makes a decision about a record true; version, shard and epoch are the caller's.
commit make_record_commit(const record_snapshot* before, const record_decision& decision,
                          uint32_t shards);

/// What all commits of a record together have made of it, as make_whole_commit does for a node.
commit make_whole_record_commit(const record_type& type, const record_snapshot& snapshot);

}  // namespace ironbus
