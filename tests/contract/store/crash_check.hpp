#pragma once

#include "tests/contract/store/store_client.hpp"

namespace ironbus::test {

/// A commit that writes its version into everything a commit can write, so that half of it shows.
commit telltale(const std::string& id, uint64_t expected_version);

/// Loads a record and demands that it is at least at `acknowledged` and that snapshot, outbox, row,
/// index and key all are of its version.
void check_whole(store_client& store_client, const std::string& id, uint64_t acknowledged);

}  // namespace ironbus::test
