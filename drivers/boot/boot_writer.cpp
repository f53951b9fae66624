#include "drivers/boot/boot_writer.hpp"

#include "drivers/boot/ipxe_files.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/base/uuid.hpp"
#include "messages/contract/boot_notes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

using namespace std::chrono_literals;

constexpr const char* lock_name = ".lock";
constexpr const char* mark_name = ".step";
constexpr unsigned mark_mode = 0644;
constexpr auto lock_patience = 5s;
constexpr auto lock_pause = 5ms;

/// Each node has one byte of the lock file, so that nodes do not block each other. A collision with
/// another node only costs a moment.
bool take_byte(int file, const std::string& uuid) {
  constexpr size_t bytes = size_t{1} << 40U;
  struct flock wanted = {};
  wanted.l_type = F_WRLCK;
  wanted.l_whence = SEEK_SET;
  wanted.l_start = static_cast<off_t>(std::hash<std::string>{}(uuid) % bytes);
  wanted.l_len = 1;
  return ::fcntl(file, F_OFD_SETLK, &wanted) == 0 || (errno != EAGAIN && errno != EACCES);
}

fs::path mark_path(const std::string& root, const std::string& uuid) {
  return fs::path{root} / uuid / mark_name;
}

/// The step's claim and its owner, a line each.
std::string read_mark(const std::string& root, const std::string& uuid) {
  if (!is_uuid(uuid)) return {};
  std::ifstream file{mark_path(root, uuid)};
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace

boot_files_lock::boot_files_lock(const std::string& root, const std::string& uuid) {
  std::error_code ignored;
  fs::create_directories(root, ignored);
  file_ = ::open((fs::path{root} / lock_name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, mark_mode);
  if (file_ < 0) return;
  const auto until = std::chrono::steady_clock::now() + lock_patience;
  while (!take_byte(file_, uuid) && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(lock_pause);
}

boot_files_lock::~boot_files_lock() {
  if (file_ >= 0) ::close(file_);
}

std::string boot_files_step(const std::string& root, const std::string& uuid) {
  const auto mark = read_mark(root, uuid);
  return mark.substr(0, mark.find('\n'));
}

std::string boot_files_mark(const boot_writer& who) { return read_mark(who.root, who.uuid); }

void mark_boot_files(const boot_writer& who) {
  const auto path = mark_path(who.root, who.uuid);
  std::error_code wrong;
  if (is_uuid(who.uuid) && fs::is_directory(path.parent_path(), wrong))
    write_whole(path.string(), who.claim + "\n" + who.allowed.owner() + "\n", mark_mode);
}

void remove_own_boot_files(const boot_writer& who) { remove_boot_files(who.uuid, who.root); }

failure boot_files_denied() { return {error_code::unavailable, permit_refused}; }

step_outcome boot_step_done(std::string_view place, std::string_view call) {
  facts observed;
  if (!place.empty())
    note_boot_location(observed.driver_internal_info, {std::string{place}, std::string{call}});
  return step_done(std::move(observed));
}

}  // namespace ironbus
