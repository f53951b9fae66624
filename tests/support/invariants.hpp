#pragma once

#include "messages/base/bounds.hpp"
#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"

#include <map>
#include <string>
#include <vector>

namespace ironbus::test {

// Invariants of stored data, after every commit or at rest. Each check returns one sentence for
// each violation.

using sentences = std::vector<std::string>;

/// A waiting node names what it waits for, since when, until when, what happens then, and an API
/// call that unblocks it.
sentences check_wait(const node_snapshot& snapshot);

/// A node is at rest, or a request is outstanding, or it waits for an event: no operation is stuck.
sentences check_motion(const node_snapshot& snapshot);

/// No document of a node exceeds its limits of depth and size.
sentences check_extent(const node_snapshot& snapshot, const storage_bounds& bounds = {});

/// At rest, an allocation and its node refer to each other.
sentences check_allocations(const std::map<std::string, node_snapshot>& nodes,
                            const std::map<std::string, record_snapshot>& allocations);

}  // namespace ironbus::test
