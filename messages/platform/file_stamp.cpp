#include "messages/platform/file_stamp.hpp"

#include <sys/stat.h>

namespace ironbus {

file_stamp stamp_of(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 ? stamp_of(found) : file_stamp{};
}

file_stamp stamp_of(const struct stat& found) {
  return {found.st_dev, found.st_ino, found.st_size,
          static_cast<int64_t>(found.st_mtim.tv_sec) * 1'000'000'000 + found.st_mtim.tv_nsec};
}

}  // namespace ironbus
