#pragma once

#include "messages/ports/store_maintenance.hpp"

namespace ironbus::daemon {

/// Checks a stored aggregate and returns it with the rows, unique keys and deadline of its
/// snapshot, by the rules of commits. Rows that are in no snapshot, such as those of a history,
/// stay. Reports unreadable aggregates and returns them unchanged.
class record_checker {
public:
  /// The installation's number of shards, which determines the shard of each aggregate.
  explicit record_checker(uint32_t shards) : shards_{shards} {}

  stored_aggregate operator()(const stored_aggregate& now,
                              const store_maintenance::finding_sink& tell) const;

private:
  uint32_t shards_;
};

/// Why an aggregate does not fit an installation with `shards` shards; unset: it fits.
std::optional<failure> check_shard(const stored_aggregate& x, uint32_t shards);

}  // namespace ironbus::daemon
