#pragma once

#include "gateways/redis/redis_session.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <string>
#include <vector>

namespace ironbus::redis {

/// The result of the examination of a store in use.
struct damage_report {
  /// Entries that lead to nothing, are missing, or are held twice: "<defect> <place> <subject>".
  std::vector<std::string> damage;
  /// The number of records that differ from how this release writes them, or that it cannot read.
  /// Records of an older or newer release are not damage.
  size_t strange = 0;
};

/// Examines everything without changes. If something is wrong, examines again and keeps only what
/// both found, so that a concurrent commit is not taken for damage. Returns at most 1,000 entries.
result<damage_report> find_damage(session& connection, const store_maintenance::judge& ask);

}  // namespace ironbus::redis
