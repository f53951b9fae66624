#include "ops/simulator/vm/vm_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace ironbus::simulator {

namespace fs = std::filesystem;

namespace {

const std::string own_prefix = "ironbus-machines.";

/// Opens and locks the lock file. The lock ends when the file is closed, even if the process is
/// killed.
owned_fd lock_of(const std::string& folder, int flags) {
  owned_fd out{::open((folder + "/lock").c_str(), flags | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR)};
  if (out && ::flock(out.get(), LOCK_EX | LOCK_NB) != 0) return owned_fd{};
  return out;
}

// Skips a folder without a lock file: its owner has just created it.
void remove_left_over(const fs::path& place) {
  std::error_code e;
  for (const auto& entry : fs::directory_iterator{place, e}) {
    if (!entry.path().filename().string().starts_with(own_prefix)) continue;
    if (lock_of(entry.path().string(), 0)) fs::remove_all(entry.path(), e);
  }
}

tl::unexpected<failure> no_folder(const std::string& what, const std::string& why) {
  return fail(error_code::unavailable, "cannot create the folder " + what + ": " + why);
}

result<std::string> make_own() {
  std::error_code e;
  const auto place = fs::temp_directory_path(e);
  remove_left_over(place);
  auto path = (place / (own_prefix + "XXXXXX")).string();
  if (::mkdtemp(path.data()) == nullptr) return no_folder(path, std::strerror(errno));
  return path;
}

}  // namespace

result<vm_folder> vm_folder::open(const std::string& named) {
  auto path = named;
  std::error_code e;
  if (!named.empty()) {
    fs::create_directories(named, e);
    if (e) return no_folder(named, e.message());
    path = fs::absolute(named, e).string();
  } else {
    auto own = make_own();
    if (!own) return tl::unexpected(own.error());
    path = std::move(*own);
  }
  auto lock = lock_of(path, O_CREAT);
  if (!lock)
    return fail(error_code::conflict, "the folder " + path + " is in use by another fleet");
  return vm_folder{std::move(path), std::move(lock), !named.empty()};
}

vm_folder::~vm_folder() {
  std::error_code e;
  if (lock_ && !stays_) fs::remove_all(path_, e);
}

result<std::monostate> vm_folder::add_machine(const vm_description& machine,
                                              int64_t disk_bytes) const {
  std::error_code e;
  fs::create_directories(machine.folder, e);
  if (e) return no_folder(machine.folder, e.message());
  for (const auto& disk : machine.disks) {
    const owned_fd file{::open(disk.file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    if (!file || ::ftruncate(file.get(), disk_bytes) != 0)
      return fail(error_code::unavailable,
                  "cannot create the disk " + disk.file + ": " + std::strerror(errno));
  }
  return {};
}

}  // namespace ironbus::simulator
