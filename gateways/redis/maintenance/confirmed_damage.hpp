#pragma once

#include "gateways/redis/redis_session.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <string>
#include <vector>

namespace ironbus::redis {

/// What an examination of a store in use has found.
struct damage_report {
  /// Entries that lead to nothing, are missing, or are held twice, as "<defect> <place> <subject>".
  std::vector<std::string> damage;
  /// How many records are not as this release would write them, or cannot be read by it: that of
  /// an older or newer one is no damage.
  size_t strange = 0;
};

/// Looks at everything, without a change, and looks again if anything is wrong: only what both have
/// found counts, so that no commit in between can be taken for damage. At most 1,000 are given.
result<damage_report> find_damage(session& connection, const store_maintenance::judge& ask);

}  // namespace ironbus::redis
