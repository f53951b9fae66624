#pragma once

#include "messages/base/errors.hpp"

#include <filesystem>
#include <utility>

namespace ironbus::sqlite {

/// Keeps other processes from a database while it lives; the kernel lets go when the process ends.
/// SQLite's own exclusive mode would keep our second connection out as well.
class file_lock {
public:
  /// Locks <database>.lock; `conflict` if another process, or this one, holds it already.
  static result<file_lock> acquire(const std::filesystem::path& database);

  file_lock(file_lock&& x) noexcept : descriptor_{std::exchange(x.descriptor_, -1)} {}
  file_lock& operator=(file_lock&&) = delete;
  ~file_lock();

private:
  explicit file_lock(int descriptor) : descriptor_{descriptor} {}

  int descriptor_;
};

}  // namespace ironbus::sqlite
