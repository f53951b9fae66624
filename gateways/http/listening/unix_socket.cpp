#include "gateways/http/listening/unix_socket.hpp"

#include <grp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <utility>

namespace ironbus::http {

namespace {

constexpr size_t path_bytes_max = sizeof(sockaddr_un::sun_path) - 1;
constexpr mode_t mode_max = 0777;

tl::unexpected<failure> cannot_open(const std::string& path, const std::string& why) {
  return fail(error_code::unavailable, "cannot listen on the Unix socket '" + path + "': " + why);
}

tl::unexpected<failure> cannot_open(const std::string& path) {
  return cannot_open(path, std::strerror(errno));
}

/// Closes the descriptor and removes the temporary file, unless the socket is in use.
struct socket_draft {
  std::string path;
  int descriptor = -1;
  bool is_bound = false;

  ~socket_draft() {
    if (descriptor >= 0) ::close(descriptor);
    if (is_bound) ::unlink(path.c_str());
  }
};

/// Whether the path is free, or names a socket that may be replaced.
bool is_replaceable(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) != 0 || S_ISSOCK(found.st_mode);
}

result<gid_t> group_of(const unix_socket_options& options) {
  if (options.group.empty()) return static_cast<gid_t>(-1);  // chown() then keeps the group.
  std::array<char, 16 * 1024> texts{};
  struct group entry {};
  struct group* found = nullptr;
  const int code = ::getgrnam_r(options.group.c_str(), &entry, texts.data(), texts.size(), &found);
  if (found != nullptr) return entry.gr_gid;
  return cannot_open(options.path, "the group '" + options.group + "' " +
                                       (code == 0 ? "does not exist" : std::strerror(code)));
}

bool bind_to(socket_draft& draft) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  draft.path.copy(address.sun_path, path_bytes_max);
  const auto* general = reinterpret_cast<const sockaddr*>(&address);
  draft.is_bound = ::bind(draft.descriptor, general, sizeof address) == 0;
  return draft.is_bound;
}

}  // namespace

std::optional<mode_t> parse_mode(std::string_view text) {
  mode_t out = 0;
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, out, 8);
  if (text.size() < 3 || text.size() > 4 || error != std::errc{} || end != last || out > mode_max)
    return std::nullopt;
  return out;
}

unix_socket::unix_socket(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {
  struct stat made {};
  if (::lstat(path_.c_str(), &made) != 0) return;
  device_ = made.st_dev;
  inode_ = made.st_ino;
}

unix_socket::~unix_socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
  struct stat found {};
  if (inode_ != 0 && ::lstat(path_.c_str(), &found) == 0 && found.st_dev == device_ &&
      found.st_ino == inode_)
    ::unlink(path_.c_str());
}

int unix_socket::release() { return std::exchange(descriptor_, -1); }

// No client can connect before listen(), and then the mode is in force.
result<std::unique_ptr<unix_socket>> unix_socket::open(const unix_socket_options& options) {
  const auto& path = options.path;
  socket_draft draft{path + "." + std::to_string(::getpid())};
  if (draft.path.size() > path_bytes_max)
    return cannot_open(
        path, "the path is too long; allowed: at most " +
                  std::to_string(path_bytes_max - (draft.path.size() - path.size())) + " bytes");
  if (!is_replaceable(path) || !is_replaceable(draft.path))
    return cannot_open(path, "the path names a file that is not a socket; remove it first");
  const auto mode = parse_mode(options.mode);
  if (!mode) return cannot_open(path, "the mode '" + options.mode + "' is not octal");
  const auto group = group_of(options);
  if (!group) return tl::unexpected(group.error());
  ::unlink(draft.path.c_str());
  draft.descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto* draft_name = draft.path.c_str();
  if (draft.descriptor < 0 || !bind_to(draft) ||
      ::chown(draft_name, static_cast<uid_t>(-1), *group) != 0 || ::chmod(draft_name, *mode) != 0 ||
      ::listen(draft.descriptor, SOMAXCONN) != 0 || ::rename(draft_name, path.c_str()) != 0)
    return cannot_open(path);
  draft.is_bound = false;
  return std::unique_ptr<unix_socket>{new unix_socket{path, std::exchange(draft.descriptor, -1)}};
}

}  // namespace ironbus::http
