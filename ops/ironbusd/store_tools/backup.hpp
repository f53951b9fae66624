#pragma once

#include "messages/ports/store_maintenance.hpp"

#include <filesystem>

namespace ironbus::daemon {

struct backup_size {
  uint64_t records = 0;
  uint64_t bytes = 0;
};

/// Writes a whole store to a new file. The store may be in use.
result<backup_size> write_backup(store_maintenance& source, const std::filesystem::path& file);

/// Fills an empty store from such a file, after a check of the whole file. Returns the number of
/// records. Also fails with `conflict` if the file has another number of `shards`.
result<uint64_t> restore_backup(store_maintenance& target, const std::filesystem::path& file,
                                uint32_t shards);

}  // namespace ironbus::daemon
