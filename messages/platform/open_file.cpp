#include "messages/platform/open_file.hpp"

#include "messages/base/text.hpp"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

/// Blocks SIGPIPE in this thread: sendfile(2) has no MSG_NOSIGNAL. Takes back the signal of a write
/// in between, so that it does not arrive later.
class blocked_sigpipe {
public:
  blocked_sigpipe() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~blocked_sigpipe() {
    const timespec now{};
    if (!was_pending_) sigtimedwait(&signal_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  blocked_sigpipe(const blocked_sigpipe&) = delete;
  blocked_sigpipe& operator=(const blocked_sigpipe&) = delete;

private:
  sigset_t signal_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

bool is_below(const fs::path& path, const fs::path& folder) {
  if (folder.empty()) return false;
  const auto rest = path.lexically_relative(folder);
  return !rest.empty() && rest != "." && *rest.begin() != "..";
}

std::vector<fs::path> as_configured(const std::vector<std::string>& folders) {
  std::vector<fs::path> out;
  out.reserve(folders.size());
  for (const auto& x : folders) out.push_back(fs::path{x + "/"}.lexically_normal().parent_path());
  return out;
}

/// The folders with links resolved.
std::vector<fs::path> resolved(const std::vector<std::string>& folders) {
  std::vector<fs::path> out;
  for (const auto& folder : folders) {
    std::error_code unknown;
    if (auto real = fs::canonical(folder, unknown); !unknown) out.push_back(std::move(real));
  }
  return out;
}

bool is_below_any(const fs::path& path, const std::vector<fs::path>& all) {
  return std::any_of(all.begin(), all.end(), [&](const auto& x) { return is_below(path, x); });
}

failure outside(const std::string& path, const std::vector<std::string>& folders) {
  const auto all = join(folders);
  return {error_code::invalid,
          "The file '" + path.substr(0, 200) +
              "' is not below the folders allowed: " + (all.empty() ? "none" : all) + "."};
}

tl::unexpected<failure> missing(const std::string& path) {
  return fail(error_code::not_found, "There is no readable file '" + path + "'.");
}

/// A folder in which files are opened by name only.
class held_folder {
public:
  explicit held_folder(const fs::path& path)
      : descriptor_{::open(path.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)} {}
  held_folder(const held_folder&) = delete;
  held_folder& operator=(const held_folder&) = delete;
  ~held_folder() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  bool has(const std::string& name, const file_stamp& stamp) const {
    struct stat found {};
    return ::fstatat(descriptor_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 &&
           found.st_dev == stamp.device && found.st_ino == stamp.inode;
  }

private:
  const int descriptor_;
};

/// Unset if there is no regular file of that name; a link does not count.
std::optional<open_file> open_regular(int folder, const std::string& name) {
  const int descriptor =
      ::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return std::nullopt;
  struct stat file_status {};
  const bool regular = ::fstat(descriptor, &file_status) == 0 && S_ISREG(file_status.st_mode);
  open_file out{descriptor, stamp_of(file_status)};
  if (!regular) return std::nullopt;
  return out;
}

}  // namespace

open_file::open_file(open_file&& file) noexcept
    : descriptor_{std::exchange(file.descriptor_, -1)}, stamp_{file.stamp_} {}

open_file& open_file::operator=(open_file&& opened) noexcept {
  std::swap(descriptor_, opened.descriptor_);
  std::swap(stamp_, opened.stamp_);
  return *this;
}

open_file::~open_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

result<size_t> open_file::read(uint64_t number, std::span<char> target) const {
  size_t got = 0;
  while (got < target.size()) {
    const auto n = ::pread(descriptor_, target.data() + got, target.size() - got,
                           static_cast<off_t>(number + got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return fail(error_code::unavailable, std::string{"Reading failed: "} + std::strerror(errno));
    if (n == 0) break;
    got += static_cast<size_t>(n);
  }
  return got;
}

bool open_file::read_now(uint64_t number, std::span<char> target) const {
  const iovec whole{target.data(), target.size()};
  const auto n = ::preadv2(descriptor_, &whole, 1, static_cast<off_t>(number), RWF_NOWAIT);
  return n >= 0 && static_cast<size_t>(n) == target.size();
}

result<file_sent> open_file::send(int socket, uint64_t number, uint64_t bytes) const {
  const blocked_sigpipe guard;
  file_sent out;
  while (out.bytes < bytes) {
    auto offset = static_cast<off_t>(number + out.bytes);
    const auto n = ::sendfile(socket, descriptor_, &offset, static_cast<size_t>(bytes - out.bytes));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return out;
    if (n < 0)
      return fail(error_code::unavailable, std::string{"Sending failed: "} + std::strerror(errno));
    out.ended = n == 0;
    if (out.ended) return out;
    out.bytes += static_cast<uint64_t>(n);
  }
  return out;
}

std::string open_file::place() const {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor_), unknown).string();
}

result<std::vector<open_file>> open_file::open_beside(const std::vector<std::string>& names) const {
  const fs::path here{place()};
  const held_folder folder{here.parent_path()};
  if (!folder.has(here.filename().string(), stamp_)) return missing(here.string());
  std::vector<open_file> out;
  for (const auto& name : names) {
    auto file = name.find('/') == std::string::npos ? open_regular(folder.descriptor(), name)
                                                    : std::nullopt;
    if (!file) return missing((here.parent_path() / name).string());
    out.push_back(std::move(*file));
  }
  return out;
}

std::optional<failure> check_below(const std::string& path,
                                   const std::vector<std::string>& folders) {
  const fs::path given{path};
  if (given.is_absolute() && path.find('\0') == std::string::npos &&
      is_below_any(given.lexically_normal(), as_configured(folders)))
    return std::nullopt;
  return outside(path, folders);
}

result<open_file> open_below(const std::string& path, const std::vector<std::string>& folders) {
  if (auto wrong = check_below(path, folders)) return tl::unexpected(std::move(*wrong));
  std::error_code unknown;
  const auto real = fs::canonical(path, unknown);
  if (unknown) return missing(path);
  const auto allowed = resolved(folders);
  if (!is_below_any(real, allowed)) return tl::unexpected(outside(path, folders));
  auto out = open_regular(AT_FDCWD, real.string());
  if (!out) return missing(path);
  if (!is_below_any(out->place(), allowed)) return tl::unexpected(outside(path, folders));
  return std::move(*out);
}

result<std::string> path_of_file_url(const std::string& url) {
  static constexpr std::string_view scheme = "file://";
  if (!url.starts_with(scheme))
    return fail(error_code::invalid, "'" + url.substr(0, 100) + "' is not a file:// URL.");
  auto path = url.substr(scheme.size());
  if (path.starts_with("localhost/")) path = path.substr(std::string_view{"localhost"}.size());
  if (!path.starts_with('/'))
    return fail(error_code::invalid,
                "'" + url.substr(0, 100) + "' names another host; allowed: file:///PATH.");
  return path;
}

}  // namespace ironbus
