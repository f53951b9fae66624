#pragma once

#include "tests/contract/store/store_client.hpp"

namespace ironbus::test {

/// A commit that writes its version into everything, so that a partial commit is visible.
commit telltale(const std::string& id, uint64_t expected_version);

/// Loads a record. Requires that its version is at least `acknowledged`, and that snapshot, outbox,
/// row, index and key all have that version.
void check_whole(store_client& store_client, const std::string& id, uint64_t acknowledged);

}  // namespace ironbus::test
