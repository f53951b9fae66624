#pragma once

#include "messages/platform/open_file.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

// What many machines boot lies once below the root of the boot files, and each of their folders has
// a hard link to it: as long as one of them has, it is there, whoever dies when, and a folder that
// is removed has nothing left to be tidied up. Where the file system makes no links it is copied.
namespace ironbus {

/// Where it lies, hidden from those whom files are handed out to.
inline constexpr std::string_view shared_folder = ".shared";

/// A version of a file that is shared.
struct shared_file {
  std::string name;  ///< "part-5f0c…", which no other version has.
  std::string path;
  uint64_t bytes = 0;
};

/// The name for what is told apart by that text.
std::string shared_name(std::string_view what);

/// The shared version of what is at `path` now (by path, inode, size and time of change); copied if
/// there is none yet. Blocks. `unavailable` if it cannot be written, or was changed meanwhile.
result<shared_file> share_file(const open_file& file, const std::string& path,
                               const std::string& root);

/// One that is there already; `not_found` if it is not.
result<shared_file> find_shared(const std::string& name, const std::string& root);

/// Gives it to a folder, under `name`, in the place of what was there. Blocks. `not_found`: it has
/// been removed meanwhile, and is to be shared anew; `unavailable`: it cannot be written.
result<std::monostate> lend_file(const shared_file& file, const std::string& folder,
                                 const std::string& name);

/// Removes what no folder has had for so long, if nobody has looked for that for a minute. Blocks.
void remove_unused_files(const std::string& root,
                         std::chrono::seconds unused = std::chrono::hours{1});

}  // namespace ironbus
