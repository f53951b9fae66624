#include "gateways/sqlite/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace ironbus::sqlite {

namespace {

constexpr std::chrono::seconds patience{2};

}  // namespace

result<file_lock> file_lock::acquire(const std::filesystem::path& database) {
  auto path = database.string() + ".lock";
  int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return fail(error_code::unavailable, "cannot open " + path + ": " + std::strerror(errno));
  file_lock lock{descriptor};
  // A process that was killed may hold the lock until its last thread has ended.
  const auto until = std::chrono::steady_clock::now() + patience;
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() >= until) break;
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno == EWOULDBLOCK) return fail(error_code::conflict, "it is in use by another process");
  return fail(error_code::unavailable, "cannot lock " + path + ": " + std::strerror(errno));
}

file_lock::~file_lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace ironbus::sqlite
