#include "drivers/ipmi/console/console_log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view newer_ending = ".console";
constexpr std::string_view older_ending = ".console.old";
constexpr int turns_seen_max = 3;

/// The inode with that name; 0: none.
ino_t number_of(const std::string& file) {
  struct stat found {};
  return ::stat(file.c_str(), &found) == 0 ? found.st_ino : 0;
}

std::string read_end(const std::string& file, size_t bytes_max) {
  std::ifstream log{file, std::ios::binary | std::ios::ate};
  if (!log) return {};
  const auto size = static_cast<size_t>(std::max<std::streamoff>(0, log.tellg()));
  std::string out(std::min(size, bytes_max), '\0');
  log.seekg(static_cast<std::streamoff>(size - out.size()));
  log.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<size_t>(std::max<std::streamsize>(0, log.gcount())));
  return out;
}

bool is_log(const std::string& name) {
  return name.ends_with(newer_ending) || name.ends_with(older_ending);
}

}  // namespace

std::string older_console_log(const std::string& file) { return file + ".old"; }

console_log_writer::~console_log_writer() { close(); }

bool console_log_writer::open() {
  if (fd_ >= 0) return true;
  fd_ = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd_ < 0) return false;
  struct stat found {};
  size_ = ::fstat(fd_, &found) == 0 ? static_cast<size_t>(found.st_size) : 0;
  return true;
}

void console_log_writer::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

void console_log_writer::turn_over() {
  // If it cannot be renamed, it is truncated, because it must not grow.
  if (std::rename(file_.c_str(), older_console_log(file_).c_str()) != 0) ::unlink(file_.c_str());
  close();
}

void console_log_writer::append(std::string_view said) {
  while (!said.empty() && open()) {
    if (size_ >= half_) {
      turn_over();
      continue;
    }
    const auto count = ::write(fd_, said.data(), std::min(said.size(), half_ - size_));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return close();  // a full disk, for example; retried with the next output
    size_ += static_cast<size_t>(count);
    said.remove_prefix(static_cast<size_t>(count));
  }
}

std::optional<std::string> read_console_log(const std::string& file, size_t bytes_max) {
  const auto older = older_console_log(file);
  for (int turn = 1;; ++turn) {
    const auto number = number_of(older);
    if (number == 0 && number_of(file) == 0) return std::nullopt;
    auto begin = read_end(older, bytes_max);
    const auto end = read_end(file, bytes_max);
    // If the files were rotated in between, the part read first is no longer the preceding one.
    if (number_of(older) != number && turn < turns_seen_max) continue;
    begin.erase(0, begin.size() - std::min(begin.size(), bytes_max - end.size()));
    return begin + end;
  }
}

void remove_old_console_logs(const std::string& folder, std::chrono::seconds kept) {
  std::error_code wrong;
  const auto oldest = fs::file_time_type::clock::now() - kept;
  std::vector<fs::path> old;
  for (fs::directory_iterator found{folder, wrong}, none; !wrong && found != none;
       found.increment(wrong)) {
    std::error_code unknown;
    const auto written = fs::last_write_time(found->path(), unknown);
    if (!unknown && is_log(found->path().filename()) && written < oldest)
      old.push_back(found->path());
  }
  for (const auto& file : old) fs::remove(file, wrong);
}

}  // namespace ironbus
