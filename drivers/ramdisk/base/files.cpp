#include "drivers/ramdisk/base/files.hpp"

#include "drivers/ramdisk/base/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

descriptor& descriptor::operator=(descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

descriptor::~descriptor() {
  if (number_ >= 0) ::close(number_);
}

descriptor open_file(const fs::path& path, int flags, int mode) {
  return descriptor{::open(path.c_str(), flags | O_CLOEXEC, mode)};
}

std::string last_error() { return std::error_code{errno, std::generic_category()}.message(); }

std::optional<std::string> read_at(int file, std::size_t size, long long place) {
  std::string out(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const auto count =
        ::pread(file, out.data() + done, size - done, place + static_cast<long long>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  out.resize(done);
  return out;
}

bool write_all(int file, const char* bytes, std::size_t size, long long place) {
  while (size > 0) {
    const auto count = ::pwrite(file, bytes, size, place);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
    place += count;
  }
  return true;
}

std::optional<std::string> read_file(const fs::path& path, std::size_t most) {
  const auto file = open_file(path, O_RDONLY | O_NONBLOCK);
  if (!file) return std::nullopt;
  std::string out;
  std::string block(64 * 1024, '\0');
  while (out.size() < most) {
    const auto count = ::read(file.get(), block.data(), std::min(block.size(), most - out.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    out.append(block, 0, static_cast<std::size_t>(count));
  }
  return out;
}

std::optional<std::string> read_value(const fs::path& path) {
  const auto text = read_file(path, 4096);
  if (!text) return std::nullopt;
  auto out = trimmed(text->substr(0, text->find('\n')));
  if (out.empty()) return std::nullopt;
  return out;
}

bool write_file(const fs::path& path, std::string_view text) {
  const auto file = open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file) return false;
  while (!text.empty()) {
    const auto count = ::write(file.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (fs::directory_iterator entry{folder, error}, end; !error && entry != end;
       entry.increment(error))
    out.push_back(entry->path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<std::string> link_name(const fs::path& path) {
  std::error_code error;
  const auto target = fs::read_symlink(path, error);
  if (error) return std::nullopt;
  return target.filename().string();
}

}  // namespace ironbus::ramdisk
