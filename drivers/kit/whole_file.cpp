#include "drivers/kit/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>

namespace ironbus {

namespace {

constexpr size_t copied_at_once = 1024 * 1024;

bool write_all(int to, std::string_view rest) {
  while (!rest.empty()) {
    const auto n = ::write(to, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    rest.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool copy_all(const open_file& from, int to) {
  std::vector<char> part(copied_at_once);
  for (uint64_t at = 0;;) {
    const auto got = from.read(at, part);
    if (!got || !write_all(to, {part.data(), *got})) return false;
    if (*got == 0) return true;
    at += *got;
  }
}

/// `fill` writes the content; what it writes to gets its name only when all is there.
result<std::monostate> write_by(const std::string& path, unsigned mode,
                                const std::function<bool(int)>& fill) {
  const auto broken = [&path] {
    return fail(error_code::unavailable,
                "The file '" + path + "' cannot be written: " + std::strerror(errno) + ".");
  };
  std::error_code unmade;
  std::filesystem::create_directories(std::filesystem::path{path}.parent_path(), unmade);
  auto draft = path + ".XXXXXX";
  const int to = ::mkostemp(draft.data(), O_CLOEXEC);
  if (to < 0) return broken();
  const bool written = fill(to) && ::fchmod(to, mode) == 0 && ::fsync(to) == 0;
  ::close(to);
  if (written && ::rename(draft.c_str(), path.c_str()) == 0) return std::monostate{};
  const auto why = broken();
  ::unlink(draft.c_str());
  return why;
}

}  // namespace

result<std::monostate> write_whole(const std::string& path, const std::string& content,
                                   unsigned mode) {
  return write_by(path, mode, [&content](int to) { return write_all(to, content); });
}

result<std::monostate> copy_whole(const open_file& from, const std::string& path, unsigned mode) {
  return write_by(path, mode, [&from](int to) { return copy_all(from, to); });
}

}  // namespace ironbus
