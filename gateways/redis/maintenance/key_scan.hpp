#pragma once

#include "gateways/redis/redis_session.hpp"

#include <string>
#include <vector>

namespace ironbus::redis {

/// The keys of a store by kind, without the prefix. Keys of one kind have no kind prefix either.
struct found_keys {
  std::vector<std::string> owners;  ///< "<aggregate>:<id>", by aggregate and id.
  std::vector<std::string> rows;    ///< "row:<collection>".
  std::vector<std::string>
      indexes;  ///< All other keys with entries: "order:nodes", "uniq:nodes.name".
  std::vector<std::string> claims;  ///< Names of steps, sorted.
  std::vector<std::string> events;  ///< Keys of the event log.

  bool empty() const { return owners.empty() && rows.empty() && indexes.empty(); }
};

/// Scans the whole database. Keys created or deleted during the scan may be included or not.
result<found_keys> scan_keys(session& connection);

/// Deletes everything that a restore has written, except the epochs, so that old owners stay
/// fenced.
result<std::monostate> delete_all(session& connection, const found_keys& keys);

}  // namespace ironbus::redis
