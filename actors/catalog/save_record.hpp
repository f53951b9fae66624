#pragma once

#include "actors/catalog/record_decision.hpp"

namespace ironbus {

/// The commit of a decision about a record; the caller sets version, shard and epoch.
commit make_record_commit(const record_snapshot* before, const record_decision& decision,
                          uint32_t shards);

/// The result of all commits of a record together, as make_rebuild_commit for a node.
commit make_whole_record_commit(const record_type& type, const record_snapshot& snapshot);

}  // namespace ironbus
