#include "gateways/http/transport/file_stamp.hpp"

#include <sys/stat.h>

namespace ironbus::http {

file_stamp stamp_of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino, found.st_size,
          static_cast<int64_t>(found.st_mtim.tv_sec) * 1'000'000'000 + found.st_mtim.tv_nsec};
}

}  // namespace ironbus::http
