#pragma once

#include <cstdint>
#include <string>

struct stat;

namespace ironbus {

/// What tells one version of a file from the next, replaced as a whole or written in place.
struct file_stamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  int64_t bytes = -1;  ///< -1: there is no file.
  int64_t changed_ns = 0;

  bool operator==(const file_stamp&) const = default;
};

/// Of the file a path leads to, through symbolic links.
file_stamp stamp_of(const std::string& path);
/// Of what the system has said of a file.
file_stamp stamp_of(const struct stat& found);

}  // namespace ironbus
