#include "drivers/image/cache_folder.hpp"

#include "drivers/image/part_file.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/base/json.hpp"
#include "messages/base/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

namespace ironbus {

namespace {

namespace fs = std::filesystem;

constexpr unsigned notes_mode = 0600;
constexpr auto lock_pause = std::chrono::milliseconds{50};

std::string notes_beside(const std::string& file) { return file + ".json"; }

failure cache_failure(const std::string& path) {
  return {error_code::unavailable,
          "Cannot use the image cache '" + path + "': " + std::strerror(errno) + "."};
}

std::optional<json> notes_in(const std::string& file) {
  std::ifstream source_file{notes_beside(file)};
  std::ostringstream text;
  text << source_file.rdbuf();
  auto notes = source_file ? parse_json(text.str()) : result<json>{fail(error_code::not_found, "")};
  if (!notes || !notes->is_object()) return std::nullopt;
  return std::move(*notes);
}

/// Makes the rename durable.
bool sync_folder(const std::string& path) {
  const owned_fd folder{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  return folder && ::fsync(folder.get()) == 0;
}

bool is_still_there(const owned_fd& file, const std::string& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(file.get(), &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino;
}

struct kept_file {
  std::string path;
  struct stat status {};
  bool is_image() const { return fs::path{path}.extension().empty(); }
  /// For images the access time, because the time of change identifies the version for clients.
  time_t used() const { return is_image() ? status.st_atime : status.st_mtime; }
};

std::vector<kept_file> files_in(const std::string& folder) {
  std::vector<kept_file> out;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator{folder, unreadable}) {
    kept_file file{entry.path().string(), {}};
    if (::lstat(file.path.c_str(), &file.status) == 0) out.push_back(std::move(file));
  }
  return out;
}

void remove_image(const std::string& path) {
  ::unlink(path.c_str());
  ::unlink(notes_beside(path).c_str());
}

/// Removes an abandoned download: an active one would hold its lock.
void remove_if_left(const kept_file& lock) {
  const owned_fd file{::open(lock.path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
  if (!file || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return;
  part_file::remove(fs::path{lock.path}.replace_extension(".part").string());
  ::unlink(fs::path{lock.path}.replace_extension(".raw").c_str());
  ::unlink(lock.path.c_str());
}

}  // namespace

result<owned_fd> cache_folder::lock(const std::string& key,
                                    const std::atomic<bool>& stopping) const {
  std::error_code unmade;
  fs::create_directories(masters(), unmade);
  const auto path = masters() + "/" + key + ".lock";
  while (!stopping) {
    owned_fd file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, notes_mode)};
    if (!file) return tl::unexpected(cache_failure(path));
    const bool held = ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
    if (held && is_still_there(file, path)) {
      ::futimens(file.get(), nullptr);
      return file;
    }
    if (!held && errno != EWOULDBLOCK && errno != EINTR) return tl::unexpected(cache_failure(path));
    if (!held) std::this_thread::sleep_for(lock_pause);
  }
  return fail(error_code::unavailable, "The driver worker is stopping.");
}

std::optional<cached_image> cache_folder::find(const std::string& key) const {
  const auto path = path_of(key);
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const auto notes = notes_in(path);
  if (!notes) return std::nullopt;
  cached_image out{key, member_text(*notes, "sha256"), member_text(*notes, "format"),
                   static_cast<uint64_t>(status.st_size)};
  if (notes->value("bytes", json{}) != out.bytes || out.sha256.empty()) return std::nullopt;
  out.version = member_text(*notes, "version");
  if (const auto when = notes->value("looked_up", json{}); when.is_number_integer())
    out.looked_up = when.get<int64_t>();
  const std::array<timespec, 2> now_used{timespec{0, UTIME_NOW}, timespec{0, UTIME_OMIT}};
  ::utimensat(AT_FDCWD, path.c_str(), now_used.data(), 0);
  return out;
}

std::optional<failure> cache_folder::keep(const cached_image& image) const {
  const auto path = path_of(image.key);
  ::unlink(path.c_str());  // before its notes belong to another one
  if (auto failed = note(image)) return failed;
  const auto part = part_of(image.key);
  ::chmod(part.c_str(), 0640);
  if (::rename(part.c_str(), path.c_str()) != 0 || !sync_folder(masters()))
    return cache_failure(path);
  part_file::remove(part);
  return std::nullopt;
}

std::optional<failure> cache_folder::note(const cached_image& image) const {
  json notes = {{"sha256", image.sha256}, {"format", image.format}, {"bytes", image.bytes}};
  if (image.looked_up != 0) {
    notes["version"] = image.version;
    notes["looked_up"] = image.looked_up;
  }
  const auto noted = write_whole(notes_beside(path_of(image.key)), to_text(notes), notes_mode);
  if (noted) return std::nullopt;
  return noted.error();
}

std::optional<failure> cache_folder::replace_part(const std::string& key) const {
  const auto path = raw_of(key);
  const owned_fd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
  if (!file || ::fsync(file.get()) != 0 || ::rename(path.c_str(), part_of(key).c_str()) != 0)
    return cache_failure(path);
  return std::nullopt;
}

void cache_folder::forget_part(const std::string& key) const {
  part_file::remove(part_of(key));
  ::unlink(raw_of(key).c_str());
}

std::optional<failure> cache_folder::give(const cached_image& image, const std::string& node,
                                          const std::string& token) const {
  release(node);
  const auto folder = nodes() + "/" + node;
  std::error_code unmade;
  fs::create_directories(folder, unmade);
  const auto path = folder + "/" + token;
  if (::link(path_of(image.key).c_str(), path.c_str()) == 0) return std::nullopt;
  if (errno == ENOENT)
    return failure{error_code::not_found, "The image was removed from the cache in the meantime."};
  return cache_failure(path);
}

void cache_folder::release(const std::string& node) const {
  std::error_code absent;
  fs::remove_all(nodes() + "/" + node, absent);
}

void cache_folder::make_room(const image_options& options, uint64_t needed) const {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const auto is_old = [&](const kept_file& x) {
    return x.used() + options.cache_ttl.count() < now;
  };
  for (const auto& folder : files_in(nodes()))
    if (is_old(folder)) release(fs::path{folder.path}.filename().string());
  auto all = files_in(masters());
  std::sort(all.begin(), all.end(),
            [](const kept_file& one, const kept_file& other) { return one.used() < other.used(); });
  uint64_t bytes = needed;
  for (const auto& file : all) bytes += static_cast<uint64_t>(file.status.st_size);
  for (const auto& file : all) {
    if (file.path.ends_with(".lock") && is_old(file)) remove_if_left(file);
    const bool free = file.is_image() && file.status.st_nlink == 1;
    if (!free || (!is_old(file) && bytes <= options.cache_bytes_max)) continue;
    remove_image(file.path);
    bytes -= std::min(bytes, static_cast<uint64_t>(file.status.st_size));
  }
}

}  // namespace ironbus
