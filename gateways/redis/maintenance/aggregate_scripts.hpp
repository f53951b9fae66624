#pragma once

#include "gateways/redis/redis_session.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::redis {

/// An aggregate with the result of its read.
struct read_aggregate {
  stored_aggregate content;
  /// Rows that the record names and that are missing or incomplete: {collection, id}.
  std::vector<std::pair<std::string, std::string>> lost;
};

/// Reads each aggregate at one moment. Leaves out deleted ones.
result<std::vector<read_aggregate>> read_aggregates(session& connection,
                                                    std::span<const std::string> owners);

/// Compares an aggregate's entries with `wanted`. False if it has changed since it was read.
result<bool> reconcile(session& connection, bool mend, const stored_aggregate& wanted,
                       const store_maintenance::finding_sink& tell);

/// Checks every entry of the indexes.
result<std::monostate> sweep(session& connection, bool mend,
                             const std::vector<std::string>& indexes,
                             const store_maintenance::finding_sink& tell);

/// Writes a new aggregate with all its entries. `conflict` if it exists; `invalid` if another
/// aggregate has one of its keys or rows.
result<std::monostate> fill(session& connection, const stored_aggregate& x);

}  // namespace ironbus::redis
