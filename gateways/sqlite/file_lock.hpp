#pragma once

#include "messages/base/errors.hpp"

#include <filesystem>
#include <utility>

namespace ironbus::sqlite {

/// Locks a database against other processes while this object lives. The kernel releases the lock
/// when the process ends. SQLite's exclusive mode would lock out our second connection, too. It
/// locks a file beside the database, which stays when the database is replaced, and the database
/// itself, in case the other file is removed. It must outlive all connections, because closing any
/// descriptor of the database releases SQLite's own locks of the process.
class file_lock {
public:
  /// Locks <database>.lock and the database, which it creates if missing. `conflict` if this or
  /// another process holds one of the locks. The created files, and SQLite's files beside them, are
  /// readable by their owner only, because snapshots may contain passwords.
  static result<file_lock> acquire(const std::filesystem::path& database);

  file_lock(file_lock&& x) noexcept
      : beside_{std::exchange(x.beside_, -1)}, itself_{std::exchange(x.itself_, -1)} {}
  file_lock& operator=(file_lock&&) = delete;
  ~file_lock();

  /// Whether any process with this lock has called `note_store`.
  bool store_was_made() const;
  /// Writes to the lock file that the database exists, so that its loss is noticed.
  void note_store() const;

private:
  file_lock() = default;

  int beside_ = -1;
  int itself_ = -1;
};

}  // namespace ironbus::sqlite
