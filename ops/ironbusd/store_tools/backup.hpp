#pragma once

#include "messages/ports/store_maintenance.hpp"

#include <filesystem>

namespace ironbus::daemon {

struct backup_size {
  uint64_t records = 0;
  uint64_t bytes = 0;
};

/// Writes all of a store, which may be in use, to a new file.
result<backup_size> write_backup(store_maintenance& source, const std::filesystem::path& file);

/// Fills an empty store from such a file, after all of the file has been checked; gives the number
/// of records. `conflict` as well if the file is of an installation with other `shards`.
result<uint64_t> restore_backup(store_maintenance& target, const std::filesystem::path& file,
                                uint32_t shards);

}  // namespace ironbus::daemon
