#pragma once

#include <cstdint>
#include <string>

struct stat;

namespace ironbus {

/// Distinguishes the versions of a file, whether it is replaced or written in place.
struct file_stamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  int64_t bytes = -1;  ///< -1: the file does not exist.
  int64_t changed_ns = 0;

  bool operator==(const file_stamp&) const = default;
};

/// The stamp of the file at a path; follows symbolic links.
file_stamp stamp_of(const std::string& path);
/// The stamp from the result of stat().
file_stamp stamp_of(const struct stat& found);

}  // namespace ironbus
