#pragma once

#include "tests/contract/store/store_client.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// All items of a store, one archive line each; aborts the test if they cannot be read.
std::vector<std::string> all_lines(store_maintenance& source);

/// Fills a store with such items.
result<std::monostate> fill_with(store_maintenance& target, const std::vector<std::string>& lines);

/// Accepts every aggregate unchanged.
stored_aggregate unchanged(const stored_aggregate& x, const store_maintenance::finding_sink&);

/// "<defect> <place> <subject>", followed by " mended" if it was repaired.
std::vector<std::string> findings(store_maintenance& target, bool mend,
                                  const store_maintenance::judge& ask = unchanged);

/// Commits of every kind: rows with columns, keys, messages, deadlines, an erased record with a
/// last message, a step with its outcome, an epoch. With arbitrary bytes.
void write_everything(store_client& it);

}  // namespace ironbus::test
