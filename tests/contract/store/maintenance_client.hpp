#pragma once

#include "tests/contract/store/store_client.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// All items of a store, a line of an archive each; ends the test if they cannot be read.
std::vector<std::string> all_lines(store_maintenance& source);

/// Fills a store with the items of such lines.
result<std::monostate> fill_with(store_maintenance& target, const std::vector<std::string>& lines);

/// Takes every aggregate as it is.
stored_aggregate unchanged(const stored_aggregate& x, const store_maintenance::finding_sink&);

/// "<defect> <place> <subject>", with " mended" behind it if it was.
std::vector<std::string> findings(store_maintenance& target, bool mend,
                                  const store_maintenance::judge& ask = unchanged);

/// Commits of every kind: rows with columns, keys, messages, deadlines, an erased record that has a
/// last message, a step with its outcome, an epoch. Any bytes stand in them.
void write_everything(store_client& it);

}  // namespace ironbus::test
