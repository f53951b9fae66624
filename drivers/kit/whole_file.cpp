#include "drivers/kit/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>

namespace ironbus {

namespace {

constexpr size_t copied_at_once = 1024 * 1024;

bool write_all(int descriptor, std::string_view rest) {
  while (!rest.empty()) {
    const auto n = ::write(descriptor, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    rest.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool copy_all(const open_file& file, int descriptor) {
  std::vector<char> part(copied_at_once);
  for (uint64_t number = 0;;) {
    const auto got = file.read(number, part);
    if (!got || !write_all(descriptor, {part.data(), *got})) return false;
    if (*got == 0) return true;
    number += *got;
  }
}

bool copy_span(const file_span& span, int descriptor) {
  std::vector<char> part(copied_at_once);
  for (uint64_t done = 0; done < span.bytes;) {
    const auto left = std::min<uint64_t>(span.bytes - done, part.size());
    const auto got =
        span.file->read(span.first + done, std::span{part}.first(static_cast<size_t>(left)));
    if (got && *got == 0) errno = EIO;  // shorter than before
    if (!got || *got == 0 || !write_all(descriptor, {part.data(), *got})) return false;
    done += *got;
  }
  return true;
}

/// `fill` writes the content to a draft, which is renamed when complete.
result<std::monostate> write_by(const std::string& path, unsigned mode,
                                const std::function<bool(int)>& fill) {
  const auto broken = [&path] {
    return fail(error_code::unavailable,
                "The file '" + path + "' cannot be written: " + std::strerror(errno) + ".");
  };
  std::error_code unmade;
  const std::filesystem::path target{path};
  std::filesystem::create_directories(target.parent_path(), unmade);
  // Hidden, because programs that read a folder (dnsmasq) skip hidden files.
  auto draft = (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
  const int descriptor = ::mkostemp(draft.data(), O_CLOEXEC);
  if (descriptor < 0) return broken();
  const bool written =
      fill(descriptor) && ::fchmod(descriptor, mode) == 0 && ::fsync(descriptor) == 0;
  ::close(descriptor);
  if (written && ::rename(draft.c_str(), path.c_str()) == 0) return std::monostate{};
  const auto why = broken();
  ::unlink(draft.c_str());
  return why;
}

}  // namespace

result<std::monostate> write_whole(const std::string& path, const std::string& content,
                                   unsigned mode) {
  return write_by(path, mode,
                  [&content](int descriptor) { return write_all(descriptor, content); });
}

result<std::monostate> copy_whole(const open_file& file, const std::string& path, unsigned mode) {
  return write_by(path, mode, [&file](int descriptor) { return copy_all(file, descriptor); });
}

result<std::monostate> copy_whole(const composed_file& file, const std::string& path,
                                  unsigned mode) {
  return write_by(path, mode, [&file](int descriptor) {
    const auto spans = file.spans(0, file.size_bytes());
    return std::all_of(spans.begin(), spans.end(),
                       [&](const file_span& span) { return copy_span(span, descriptor); });
  });
}

}  // namespace ironbus
