#pragma once

#include "messages/ports/store_maintenance.hpp"

namespace ironbus::daemon {

/// How a stored aggregate should be: rows, unique keys and deadline as its snapshot says, by the
/// same rules that commits are made by. What no snapshot holds, such as the rows of a history,
/// stays. One that cannot be read is left as it is, and told.
class record_judge {
public:
  /// Of the installation: which shard an aggregate belongs to follows from it.
  explicit record_judge(uint32_t shards) : shards_{shards} {}

  stored_aggregate operator()(const stored_aggregate& now,
                              const store_maintenance::finding_sink& tell) const;

private:
  uint32_t shards_;
};

/// Why an aggregate does not belong into an installation with so many shards; unset: it does.
std::optional<failure> check_shard(const stored_aggregate& x, uint32_t shards);

}  // namespace ironbus::daemon
