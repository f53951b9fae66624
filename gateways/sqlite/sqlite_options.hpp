#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>

namespace ironbus {

/// Settings of the SQLite store.
struct sqlite_options {
  /// The database file; created if missing, its folder must exist. Beside it lie <file>-wal,
  /// <file>-shm and <file>.lock.
  std::filesystem::path path = "ironbus.db";
  /// How many calls share one transaction, and so one wait for the disk.
  size_t batch_max = 512;
  /// From the end of one examination of the whole file to the next; 0: only one, at the start.
  std::chrono::seconds check_period = std::chrono::hours{6};
};

}  // namespace ironbus
