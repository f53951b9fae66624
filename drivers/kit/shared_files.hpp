#pragma once

#include "messages/platform/open_file.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

// Boot files that many machines use are stored once below the boot root, and each node's folder has
// a hard link to them. A file exists as long as a folder has it, even if a process dies, and
// removing a folder leaves nothing to clean up. Without hard links the file is copied.
namespace ironbus {

/// Folder of shared files, hidden from clients.
inline constexpr std::string_view shared_folder = ".shared";

/// A version of a shared file.
struct shared_file {
  std::string name;  ///< "part-5f0c…", unique to this version.
  std::string path;
  uint64_t bytes = 0;
};

/// The file name for the version that this text identifies.
std::string shared_name(std::string_view what);

/// The shared version of the file at `path` (by path, inode, size and time of change). Copies it if
/// there is none yet. Blocks. `unavailable` if it cannot be written or changed while it was read.
result<shared_file> share_file(const open_file& file, const std::string& path,
                               const std::string& root);

/// An existing version; `not_found` if there is none.
result<shared_file> find_shared(const std::string& name, const std::string& root);

/// Links it into a folder under `name`, replacing an existing file. Blocks. `not_found`: it was
/// removed in the meantime and must be shared again. `unavailable`: it cannot be written.
result<std::monostate> link_file(const shared_file& file, const std::string& folder,
                                 const std::string& name);

/// Removes files that no folder has used for that long. Does so at most once a minute. Blocks.
void remove_unused_files(const std::string& root,
                         std::chrono::seconds unused = std::chrono::hours{1});

}  // namespace ironbus
