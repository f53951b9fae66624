#include "gateways/sqlite/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ironbus::sqlite {

result<file_lock> file_lock::acquire(const std::filesystem::path& database) {
  auto path = database.string() + ".lock";
  int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return fail(error_code::unavailable, "cannot open " + path + ": " + std::strerror(errno));
  file_lock lock{descriptor};
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno == EWOULDBLOCK) return fail(error_code::conflict, "it is in use by another process");
  return fail(error_code::unavailable, "cannot lock " + path + ": " + std::strerror(errno));
}

file_lock::~file_lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace ironbus::sqlite
