#pragma once

#include "gateways/redis/redis_session.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::redis {

/// An aggregate as it was read.
struct read_aggregate {
  stored_aggregate content;
  /// Rows that the record names and that are not there, or not whole: {collection, id}.
  std::vector<std::pair<std::string, std::string>> lost;
};

/// Each as of one moment; those that are gone are left out.
result<std::vector<read_aggregate>> read_aggregates(session& connection,
                                                    std::span<const std::string> owners);

/// Whether the aggregate has been looked at; false: it has changed since it was read.
result<bool> reconcile(session& connection, bool mend, const stored_aggregate& wanted,
                       const store_maintenance::finding_sink& tell);

/// Looks at every entry of these indexes.
result<std::monostate> sweep(session& connection, bool mend,
                             const std::vector<std::string>& indexes,
                             const store_maintenance::finding_sink& tell);

/// Writes an aggregate that is not there, with all its entries. `conflict`: it is there; `invalid`:
/// another has one of its keys or rows.
result<std::monostate> fill(session& connection, const stored_aggregate& x);

}  // namespace ironbus::redis
