#pragma once

#include "gateways/redis/redis_session.hpp"

#include <string>
#include <vector>

namespace ironbus::redis {

/// The keys of a store by what they hold, without prefix and kind where they are of one kind.
struct found_keys {
  std::vector<std::string> owners;   ///< "<aggregate>:<id>", by aggregate and id.
  std::vector<std::string> rows;     ///< "row:<collection>".
  std::vector<std::string> indexes;  ///< All others with entries: "order:nodes", "uniq:nodes.name".
  std::vector<std::string> claims;   ///< Names of steps, sorted.
  std::vector<std::string> events;   ///< Of the log of events.

  bool empty() const { return owners.empty() && rows.empty() && indexes.empty(); }
};

/// Looks through the whole database; what comes or goes meanwhile may be found or not.
result<found_keys> scan_keys(session& connection);

/// Deletes everything that a restore has written, but the epochs: an old owner must stay fenced.
result<std::monostate> delete_all(session& connection, const found_keys& keys);

}  // namespace ironbus::redis
