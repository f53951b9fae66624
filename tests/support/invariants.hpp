#pragma once

#include "messages/base/bounds.hpp"
#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"

#include <map>
#include <string>
#include <vector>

namespace ironbus::test {

// What must hold of what is stored, after every commit or at rest. Each check returns sentences
// about what does not.

using sentences = std::vector<std::string>;

/// A node that does not go on names whom it waits for, since when, until when, what happens then,
/// and a call of the API that unblocks it.
sentences check_wait(const node_snapshot& snapshot);

/// A node is at rest, or somebody has been asked, or somebody is awaited: nothing is under way that
/// nobody moves on.
sentences check_motion(const node_snapshot& snapshot);

/// No document of a node is deeper or larger than its bound, whoever wrote it.
sentences check_extent(const node_snapshot& snapshot, const storage_bounds& bounds = {});

/// At rest, when nothing is under way between them: an allocation and its node name each other.
sentences check_allocations(const std::map<std::string, node_snapshot>& nodes,
                            const std::map<std::string, record_snapshot>& allocations);

}  // namespace ironbus::test
