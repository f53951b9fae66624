#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>

namespace ironbus {

/// Settings of the SQLite store.
struct sqlite_options {
  /// The database file, created if missing; its folder must exist. The files <file>-wal, <file>-shm
  /// and <file>.lock are beside it.
  std::filesystem::path path = "ironbus.db";
  /// The maximum number of calls per transaction, which share one disk sync.
  size_t batch_max = 512;
  /// The time between two examinations of the whole file; 0: only one at the start.
  std::chrono::seconds check_period = std::chrono::hours{6};
};

}  // namespace ironbus
