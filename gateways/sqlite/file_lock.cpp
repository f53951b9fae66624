#include "gateways/sqlite/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <thread>

namespace ironbus::sqlite {

namespace {

constexpr std::chrono::seconds lock_patience{2};

constexpr std::string_view note = "The store beside this has been made.\n";

/// Opens or creates a file and locks it. Returns the descriptor.
result<int> lock_file(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return fail(error_code::unavailable, "cannot open " + path + ": " + std::strerror(errno));
  // A killed process may hold the lock until its last thread has ended.
  const auto until = std::chrono::steady_clock::now() + lock_patience;
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int why = errno;
    if (why == EWOULDBLOCK && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
      continue;
    }
    close(descriptor);
    if (why == EWOULDBLOCK) return fail(error_code::conflict, "it is in use by another process");
    return fail(error_code::unavailable, "cannot lock " + path + ": " + std::strerror(why));
  }
  return descriptor;
}

}  // namespace

result<file_lock> file_lock::acquire(const std::filesystem::path& database) {
  file_lock out;
  for (auto [path, descriptor] : {std::pair{database.string() + ".lock", &out.beside_},
                                  std::pair{database.string(), &out.itself_}}) {
    auto locked = lock_file(path);
    if (!locked) return tl::unexpected(locked.error());
    *descriptor = *locked;
  }
  return out;
}

file_lock::~file_lock() {
  for (const int descriptor : {itself_, beside_})
    if (descriptor >= 0) close(descriptor);
}

bool file_lock::store_was_made() const {
  struct stat now {};
  return fstat(beside_, &now) == 0 && now.st_size > 0;
}

void file_lock::note_store() const {
  if (store_was_made()) return;
  // If the note cannot be written, a later loss of the store is not noticed.
  [[maybe_unused]] const auto written = ::write(beside_, note.data(), note.size());
}

}  // namespace ironbus::sqlite
