#pragma once

#include "messages/base/errors.hpp"

#include <filesystem>
#include <utility>

namespace ironbus::sqlite {

/// Keeps other processes from a database while it lives; the kernel lets go when the process ends.
/// SQLite's own exclusive mode would keep our second connection out as well. Locked are a file
/// beside the database, which stays what it is when the database is replaced, and the database
/// itself, so that nobody gets in by removing the other. It must outlive all connections: closing
/// any descriptor of the database takes SQLite's own locks from the process.
class file_lock {
public:
  /// Locks <database>.lock and the database, which is made if there is none; `conflict` if another
  /// process, or this one, holds one of them already. Nobody else may read what is made, nor what
  /// SQLite makes beside it with the same rights: snapshots may hold passwords.
  static result<file_lock> acquire(const std::filesystem::path& database);

  file_lock(file_lock&& x) noexcept
      : beside_{std::exchange(x.beside_, -1)}, itself_{std::exchange(x.itself_, -1)} {}
  file_lock& operator=(file_lock&&) = delete;
  ~file_lock();

  /// Whether `note_store` has been called, by any process that held this lock.
  bool store_was_made() const;
  /// Notes in the lock file that the database has been made, so that its loss is noticed.
  void note_store() const;

private:
  file_lock() = default;

  int beside_ = -1;
  int itself_ = -1;
};

}  // namespace ironbus::sqlite
